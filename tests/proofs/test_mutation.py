"""Mutation: a fixed sample leaves no survivor, and what cannot be decided is reported as one."""


