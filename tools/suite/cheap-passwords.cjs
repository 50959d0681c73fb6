const argon2 = require('@node-rs/argon2')

/** The least memory in KiB that the package accepts. */
const MEMORY_KIB = 1024

const { hash } = argon2

/**
 * Tests hash passwords with argon2id like the platform, but with the least memory: 4 instead of 75 CPU milliseconds for
 * each login and each new account. A hash contains its parameters, so the check of a password follows.
 * `apps/customers/src/contacts/password.spec.ts` checks the parameters of the platform in a process of its own.
 */
argon2.hash = (password, options) => hash(password, { ...options, memoryCost: MEMORY_KIB })
