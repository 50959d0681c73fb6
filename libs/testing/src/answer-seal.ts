/** The key that encrypts stored answers in tests: what a gateway derives from a request (`RepeatKey.seal`). */
export const ANSWER_SEAL = Buffer.alloc(32, 7).toString('base64url')
