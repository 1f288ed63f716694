*~B
float8e8m0