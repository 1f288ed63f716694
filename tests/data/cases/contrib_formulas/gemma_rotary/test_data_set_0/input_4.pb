
J`Ö@@DEiA4BºDAu@Q@ùBºB©DDðAlB)AIA¡DEî@C>B@XB&A°@?@žAüAF–Eà@ãCŒAÁDB˜DtAáDÎCÑDèABËAôDòA?E