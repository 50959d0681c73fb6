import { randomCode } from '@nameyard/runtime/random-code'

/** 24 characters of 6 bits are more than the 128 bits of RFC 9154 section 4.1; registries take 6 to 32. */
const LENGTH = 24

/** An authInfo that cannot be guessed and that satisfies the rules of registries for its characters. */
export function generateAuthCode(): string {
  return randomCode(LENGTH)
}
