import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { makeKey, printKey, printPrivateKey } from './zone-key'

/** The example of RFC 6605 section 6.1. */
const example = {
  flags: 257,
  algorithm: 13,
  publicKey: Buffer.from(
    'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
    'base64',
  ),
  privateKey: Buffer.from('GU6SnQ/Ou+xC5RumuIUIuJZteXT2z0O/ok1s38Et6mQ=', 'base64'),
}

it('prints the key and its private half as RFC 6605 section 6.1 shows them', () => {
  expect(printKey(example)).toBe(`257 3 13 ${example.publicKey.toString('base64')}`)
  expect(printPrivateKey(example)).toContain('PrivateKey: GU6SnQ/Ou+xC5RumuIUIuJZteXT2z0O/ok1s38Et6mQ=\n')
})

it('makes keys whose public and private halves match', () => {
  const { publicKey, privateKey } = makeKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: publicKey.subarray(0, 32).toString('base64url'),
    y: publicKey.subarray(32).toString('base64url'),
  }
  const secret = createPrivateKey({ key: { ...jwk, d: privateKey.toString('base64url') }, format: 'jwk' })
  const text = Buffer.from('signed')
  expect(verify('sha256', text, createPublicKey({ key: jwk, format: 'jwk' }), sign('sha256', text, secret))).toBe(true)
  expect(makeKey().privateKey).not.toEqual(privateKey)
})
