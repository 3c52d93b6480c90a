"""Kernels and feature spaces."""
