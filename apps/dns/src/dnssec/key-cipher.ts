import { KeyCipher } from '@nameyard/runtime/key-cipher'

/** Encrypts the private keys of signed zones. */
export const zoneKeys = new KeyCipher('DNSSEC_KEY_SECRET', 'zone key')
