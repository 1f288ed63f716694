#pragma once

#include <complex>

#include "ops/dispatch.h"

namespace sardonyx {

// dispatch_numeric, also for bool and the complex types.
template <typename F>
decltype(auto) dispatch_with_complex(DType d, F&& f) {
  switch (d) {
    case DType::bool_:
      return f.template operator()<bool>();
    case DType::complex64:
      return f.template operator()<std::complex<float>>();
    case DType::complex128:
      return f.template operator()<std::complex<double>>();
    default:
      return dispatch_numeric(d, f);
  }
}

}  // namespace sardonyx
