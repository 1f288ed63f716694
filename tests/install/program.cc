// A program for Sardonyx: runs the model with ones and prints its first output.
#include <iostream>

#include "sardonyx/session.hpp"

int main(int, char** argv) {
  sardonyx::Session session(argv[1]);
  const auto out = session.run({{"x", sardonyx::Tensor::of<float>(sardonyx::Shape{1, 3}, {1, 1, 1})}});
  const auto numbers = out[0].tensor().as<float>();
  std::cout << numbers[0] << ' ' << numbers[1] << ' ' << numbers[2] << '\n';
}
