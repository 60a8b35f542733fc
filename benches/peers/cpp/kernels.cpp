// xtensor and Eigen: each workload as one would write it there, into existing memory.
//
// run(library, workload, shape, operands, output, times): `shape` is the output's, `operands` and `output` are C arrays of the
// shapes that benches/rust/src/workloads gives them. The return value is false if a workload is not written here.

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

namespace {

const float EPS = 1e-5f, GELU = 0.7978846f, S = 1.5f, T = 0.25f;

using Operands = const void *const *;

const float *single(Operands operands, int index) { return static_cast<const float *>(operands[index]); }

template <class Body> bool repeat(std::size_t times, Body body) {
    for (std::size_t i = 0; i < times; i++) {
        body();
        asm volatile("" ::: "memory");
    }
    return true;
}

template <std::size_t N> auto array(const float *data, std::array<std::size_t, N> shape) {
    std::size_t size = 1;
    for (auto length : shape) size *= length;
    return xt::adapt(data, size, xt::no_ownership(), shape);
}

bool xtensor(const char *name, const std::size_t *shape, Operands operands, float *output, std::size_t times) {
    auto is = [&](const char *other) { return std::strcmp(name, other) == 0; };
    using S1 = std::array<std::size_t, 1>;
    using S2 = std::array<std::size_t, 2>;
    using S3 = std::array<std::size_t, 3>;
    using S4 = std::array<std::size_t, 4>;
    auto f = [&](int index) { return single(operands, index); };
    if (is("W5") || is("W6") || is("W9") || is("W11")) {
        std::size_t n = shape[0], c = shape[1], h = shape[2], w = shape[3];
        auto x = array(f(0), S4{n, c, h, w});
        auto y = xt::adapt(output, n * c * h * w, xt::no_ownership(), S4{n, c, h, w});
        if (is("W5")) {
            auto b = array(f(1), S3{c, 1, 1});
            return repeat(times, [&] { xt::noalias(y) = x + b; });
        }
        if (is("W6")) {
            auto b = array(f(1), S3{c, h, 1});
            return repeat(times, [&] { xt::noalias(y) = x + b; });
        }
        if (is("W11")) {
            auto slope = array(f(1), S3{c, 1, 1});
            return repeat(times, [&] { xt::noalias(y) = xt::where(x < 0.0f, slope * x, x); });
        }
        auto mean = array(f(1), S3{c, 1, 1}), var = array(f(2), S3{c, 1, 1});
        auto gamma = array(f(3), S3{c, 1, 1}), beta = array(f(4), S3{c, 1, 1});
        return repeat(times, [&] { xt::noalias(y) = (x - mean) / xt::sqrt(var + EPS) * gamma + beta; });
    }
    if (is("W12")) {
        std::size_t h = shape[0], w = shape[1];
        auto x = xt::adapt(static_cast<const std::uint8_t *>(operands[0]), h * w * 3, xt::no_ownership(), S3{h, w, 3});
        auto y = xt::adapt(output, h * w * 3, xt::no_ownership(), S3{h, w, 3});
        auto mean = array(f(1), S1{3}), deviation = array(f(2), S1{3});
        return repeat(times, [&] { xt::noalias(y) = (xt::cast<float>(x) / 255.0f - mean) / deviation; });
    }
    std::size_t n = shape[0], m = shape[1];
    auto y = xt::adapt(output, n * m, xt::no_ownership(), S2{n, m});
    if (is("W7")) {
        auto a = array(f(0), S2{n, 1});
        auto b = array(f(1), S1{m});
        return repeat(times, [&] { xt::noalias(y) = a * b; });
    }
    auto a = array(f(0), S2{n, m});
    if (is("W1")) {
        auto b = array(f(1), S2{n, m});
        return repeat(times, [&] { xt::noalias(y) = a + b; });
    }
    if (is("W2")) return repeat(times, [&] { xt::noalias(y) = a * S + T; });
    if (is("W3")) {
        auto b = array(f(1), S1{m});
        return repeat(times, [&] { xt::noalias(y) = a + b; });
    }
    if (is("W4")) {
        auto b = array(f(1), S2{n, 1});
        return repeat(times, [&] { xt::noalias(y) = a + b; });
    }
    if (is("W8")) {
        auto b = array(f(1), S2{n, m});
        return repeat(times, [&] { xt::noalias(y) = a + xt::transpose(b); });
    }
    if (is("W10a"))
        return repeat(times, [&] { xt::noalias(y) = 0.5f * a * (1.0f + xt::tanh(GELU * (a + 0.044715f * a * a * a))); });
    if (is("W10b")) return repeat(times, [&] { xt::noalias(y) = xt::exp(-a * a); });
    if (is("W10c")) {
        auto c = array(f(1), S1{m});
        return repeat(times, [&] { xt::noalias(y) = 1.0f / (1.0f + xt::exp(-(a + c))); });
    }
    if (is("W14")) {
        auto b = array(f(1), S1{m});
        auto c = array(f(2), S2{n, 1}), d = array(f(3), S2{1, 1});
        return repeat(times, [&] { xt::noalias(y) = a + b + c + d; });
    }
    return false;
}

bool eigen(const char *name, const std::size_t *shape, Operands operands, float *output, std::size_t times) {
    using namespace Eigen;
    auto is = [&](const char *other) { return std::strcmp(name, other) == 0; };
    using Matrix_ = Array<float, Dynamic, Dynamic, RowMajor>;
    using Row = Map<const Array<float, 1, Dynamic>>;
    using Column = Map<const Array<float, Dynamic, 1>>;
    auto f = [&](int index) { return single(operands, index); };
    if (is("W5") || is("W6") || is("W9") || is("W11")) {
        // Rows of the image's planes, or of their lines for W6, one image after the other.
        Index n = shape[0], c = shape[1] * (is("W6") ? shape[2] : 1), p = shape[3] * (is("W6") ? 1 : shape[2]);
        auto images = [&](auto body) {
            return repeat(times, [&] {
                for (Index i = 0; i < n; i++) {
                    Map<const Matrix_> x(f(0) + i * c * p, c, p);
                    Map<Matrix_> y(output + i * c * p, c, p);
                    body(x, y);
                }
            });
        };
        Column b(f(1), c);
        if (is("W5") || is("W6")) return images([&](auto &x, auto &y) { y = x.colwise() + b; });
        if (is("W11"))
            return images([&](auto &x, auto &y) { y = (x < 0.0f).select(x.colwise() * b, x); });
        Column var(f(2), c), gamma(f(3), c), beta(f(4), c);
        return images([&](auto &x, auto &y) {
            Array<float, Dynamic, 1> deviation = (var + EPS).sqrt();
            y = (((x.colwise() - b).colwise() / deviation).colwise() * gamma).colwise() + beta;
        });
    }
    if (is("W12")) {
        Index pixels = shape[0] * shape[1];
        using Bytes = Array<std::uint8_t, Dynamic, 3, RowMajor>;
        Map<const Bytes> x(static_cast<const std::uint8_t *>(operands[0]), pixels, 3);
        Map<Array<float, Dynamic, 3, RowMajor>> y(output, pixels, 3);
        Map<const Array<float, 1, 3>> mean(f(1)), deviation(f(2));
        return repeat(times, [&] { y = ((x.cast<float>() / 255.0f).rowwise() - mean).rowwise() / deviation; });
    }
    Index n = shape[0], m = shape[1];
    Map<Matrix_> y(output, n, m);
    if (is("W7")) {
        Column a(f(0), n);
        Row b(f(1), m);
        return repeat(times, [&] { y.matrix().noalias() = a.matrix() * b.matrix(); });
    }
    Map<const Matrix_> a(f(0), n, m);
    Map<const Matrix_> b(is("W1") || is("W8") ? f(1) : f(0), n, m);
    if (is("W1")) return repeat(times, [&] { y = a + b; });
    if (is("W2")) return repeat(times, [&] { y = a * S + T; });
    if (is("W8")) return repeat(times, [&] { y = a + b.transpose(); });
    if (is("W10a"))
        return repeat(times, [&] { y = 0.5f * a * (1.0f + (GELU * (a + 0.044715f * a * a * a)).tanh()); });
    if (is("W10b")) return repeat(times, [&] { y = (-a * a).exp(); });
    if (is("W4")) {
        Column column(f(1), n);
        return repeat(times, [&] { y = a.colwise() + column; });
    }
    if (!is("W3") && !is("W10c") && !is("W14")) return false;
    Row row(f(1), m);
    if (is("W3")) return repeat(times, [&] { y = a.rowwise() + row; });
    if (is("W10c")) return repeat(times, [&] { y = (1.0f + (-(a.rowwise() + row)).exp()).inverse(); });
    Column column(f(2), n);
    float one = f(3)[0];
    return repeat(times, [&] { y = ((a.rowwise() + row).colwise() + column) + one; });
}

} // namespace

extern "C" bool peers_run(int library, const char *name, const std::size_t *shape, Operands operands, float *output,
                          std::size_t times) {
    return library == 0 ? xtensor(name, shape, operands, output, times) : eigen(name, shape, operands, output, times);
}
