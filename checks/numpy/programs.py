"""NumPy's answers of the programs in tests/programs.rs, one line of JSON for each: name, shape, elements.

    programs.py FILE
"""

import json
import sys

import numpy as np

from calls import values


def signed(seed, *shape):
    return values("signed", "f64", seed, list(shape))


def positive(seed, *shape):
    return values("plain", "f64", seed, list(shape)) + 0.125


def labels(seed, count, classes):
    return values("plain", "u8", seed, [count]).astype(np.int64) % classes


def bools(seed, *shape):
    return values("plain", "bool", seed, list(shape))


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def log_sum_exp(x):
    m = x.max(axis=-1, keepdims=True)
    return (m + np.log(np.exp(x - m).sum(axis=-1, keepdims=True)))[..., 0]


def attention(q, k, v):
    score = q @ k.T / np.sqrt(q.shape[1])
    score = np.where(np.triu(np.ones(score.shape), 1) == 1, -np.inf, score)
    return softmax(score) @ v


def normed(x, axes):
    m, v = x.mean(axis=axes, keepdims=True), x.var(axis=axes, keepdims=True)
    return (x - m) / np.sqrt(v + 1e-5)


def group_norm(x, groups):
    n, c, h, w = x.shape
    return normed(x.reshape(n, groups, c // groups, h, w), (2, 3, 4)).reshape(x.shape)


def nearest(p, c):
    return ((p[:, None] - c) ** 2).sum(axis=-1).argmin(axis=1)


def centres(p, label, count):
    return np.stack([p[label == k].mean(axis=0) for k in range(count)])


def cross_entropy(x, label):
    return (log_sum_exp(x) - x[np.arange(len(x)), label]).mean()


def f1(p, t):
    hits, wrong, missed = (p & t).sum(), (p & ~t).sum(), (~p & t).sum()
    return 2 * hits / (2 * hits + wrong + missed)


def answers():
    x, y, w = signed(1, 7, 5), signed(2, 7, 5), positive(3, 5)
    a, b = signed(4, 6, 4), signed(5, 9, 4)
    u, v = signed(6, 40), signed(7, 40)
    image, gamma, beta = signed(8, 3, 4, 5, 6), positive(9, 4), signed(10, 4)
    label, mask = labels(11, 7, 5), bools(13, 7, 5)
    p, q = positive(14, 8), positive(15, 8)
    p, q = p / p.sum(), q / q.sum()
    guess, truth = bools(16, 50), bools(21, 50)
    points, middle = signed(17, 60, 3), signed(18, 4, 3)
    square, bins = signed(19, 6, 6), labels(20, 200, 8)
    holes = np.where(mask, x, np.nan)
    d = x - x.mean(axis=0)
    group = nearest(points, middle)

    yield "softmax", softmax(x)
    yield "log-sum-exp", log_sum_exp(x)
    yield "log-softmax", x - log_sum_exp(x)[:, None]
    yield "attention", attention(signed(4, 6, 4), signed(22, 6, 4), signed(23, 6, 3))
    yield "layer norm", normed(image, (1, 2, 3))
    yield "layer norm of rows", normed(x, (1,)) * w + signed(24, 5)
    yield "group norm", group_norm(image, 2)
    yield "batch norm", normed(image, (0, 2, 3)) * gamma[:, None, None] + beta[:, None, None]
    yield "instance norm", normed(image, (2, 3))
    yield "rms norm", x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-6) * w
    yield "nearest centres", group
    yield "updated centres", centres(points, group, 4)
    yield "pairwise distances", np.sqrt(((a[:, None] - b) ** 2).sum(axis=-1))
    yield "cosine similarity", (a @ b.T) / np.outer(np.linalg.norm(a, axis=1), np.linalg.norm(b, axis=1))
    yield "cross-entropy", cross_entropy(x, label)
    yield "masked mean", (x * mask).sum(axis=1) / np.maximum(mask.sum(axis=1), 1)
    yield "variance", x.var(axis=0, ddof=1)
    yield "greedy decoding", x.argmax(axis=-1)
    yield "decoding with a threshold", np.where(softmax(x).max(axis=-1) > 0.3, x.argmax(axis=-1), 5)
    yield "histogram", np.bincount(bins, minlength=8)

    yield "column means", x.mean(axis=0)
    yield "row sums", x.sum(axis=1)
    yield "mean of all", x.mean()
    yield "centred columns", d
    yield "standardised columns", d / x.std(axis=0)
    yield "min-max scaling", (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0))
    yield "row norms", np.linalg.norm(x, axis=1)
    yield "unit rows", x / np.linalg.norm(x, axis=1, keepdims=True)
    yield "Frobenius norm", np.linalg.norm(x)
    yield "weighted mean", np.average(x, axis=1, weights=w)
    yield "RMSE", np.sqrt(((u - v) ** 2).mean())
    yield "MAE", np.abs(u - v).mean()
    yield "R2", 1 - ((v - u) ** 2).sum() / ((v - v.mean()) ** 2).sum()
    yield "correlation", np.corrcoef(u, v)[0, 1]
    yield "covariance", np.cov(x, rowvar=False)
    yield "entropy", -(p * np.log(p)).sum()
    yield "KL divergence", (p * np.log(p / q)).sum()
    yield "perplexity", np.exp(-np.log(p).mean())
    yield "F1", f1(guess, truth)
    yield "top-1 accuracy", (x.argmax(axis=1) == label).mean()
    yield "one-hot", np.eye(5)[label]
    yield "centred kernel", square - square.mean(axis=0) - square.mean(axis=1, keepdims=True) + square.mean()
    yield "running statistics", 0.9 * w + 0.1 * x.mean(axis=0)
    yield "geometric mean", np.exp(np.log(positive(25, 4, 6)).mean(axis=1))
    yield "harmonic mean", 1 / (1 / positive(25, 4, 6)).mean(axis=1)
    yield "largest magnitude", np.abs(x).max()
    yield "range of rows", np.ptp(x, axis=1)
    yield "rows with a negative", (x < -0.9).any(axis=1)
    yield "finite columns", np.isfinite(holes).all(axis=0)
    yield "counts above", (x > 0.25).sum(axis=0)
    yield "share of NaN", np.isnan(holes).mean(axis=0)
    yield "mean without NaN", np.nanmean(np.where(np.arange(7)[:, None] == 0, x, holes), axis=0)
    yield "dot product", u @ v
    yield "matrix times vector", x @ w
    yield "matrix product", a @ b.T
    yield "trace", np.trace(square)
    yield "global average pooling", image.mean(axis=(2, 3))
    yield "largest channel", image.max(axis=(0, 2, 3))
    yield "squared error of samples", ((x - y) ** 2).sum(axis=1)
    yield "hinge loss", np.maximum(0, 1 - np.sign(v) * u).mean()
    yield "Huber loss", np.where(np.abs(u - v) < 0.5, 0.5 * (u - v) ** 2, 0.5 * (np.abs(u - v) - 0.25)).mean()
    yield "skewness", (d**3).mean(axis=0) / x.var(axis=0) ** 1.5
    yield "autocorrelation", ((u[1:] - u.mean()) * (u[:-1] - u.mean())).sum() / ((u - u.mean()) ** 2).sum()
    yield "centre of mass", (positive(26, 5, 6) * np.arange(6)).sum(axis=1) / positive(26, 5, 6).sum(axis=1)
    yield "Hamming distances", (mask[:, None] != mask[:3]).sum(axis=-1)
    yield "Jaccard index", (guess & truth).sum() / (guess | truth).sum()
    yield "trapezoids", np.trapezoid(u, dx=0.5)
    yield "softmax with temperature", softmax(x / 0.7)
    yield "largest of each window", image.reshape(3, 4, 5, 3, 2).max(axis=-1)


def main():
    with open(sys.argv[1], "w") as out:
        out.write('{"all":{},"fields":["name","shape","elements"]}\n')
        for name, answer in answers():
            answer = np.asarray(answer)
            elements = [float(element) for element in answer.ravel()]
            out.write(json.dumps([name, answer.shape, elements], separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
