import type { ValidationMethod } from '../model/validation'

/** A name whose control is to be proven. */
export interface ControlAsked {
  readonly hostName: string
  readonly method: Exclude<ValidationMethod, 'email'>
  /** What the record or the file must hold. */
  readonly token: string
}

/** What a look for a proof found. */
export type Control = { readonly isProven: true } | { readonly isProven: false; readonly problem: string }

/** What a CA is to certify. */
export interface Certification {
  /** The order it belongs to: it is revoked as a whole. */
  readonly orderKey: string
  /** The same each time the same is asked for. */
  readonly requestKey: string
  /** PEM. */
  readonly csr: string
  /** The common name first. */
  readonly names: readonly string[]
  readonly expiresAt: Date
}

/** A certificate with those it stands on; all PEM. */
export interface Issued {
  readonly serial: string
  readonly certificate: string
  readonly intermediate: string
  readonly root: string
  readonly expiresAt: Date
}

/** The CA cannot be asked now. Asking later may help. */
export class CaUnavailable extends Error {
  override readonly name = 'CaUnavailable'
}

/** Whoever has a name lets others issue for it. Asking later may help: records change. */
export class IssueForbidden extends Error {
  override readonly name = 'IssueForbidden'
}

/**
 * Who looks for proofs and issues certificates. Everything may be asked again, and throws CaUnavailable when nothing is
 * known. A proof by mail is the answer of a person and is not looked for here.
 */
export interface CertificateAuthority {
  /** Looks for the proof of one name, once. */
  check(asked: ControlAsked): Promise<Control>
  /** Issues a certificate, or answers the one it has issued under the same key. Throws IssueForbidden. */
  issue(asked: Certification): Promise<Issued>
  /** Revokes all that was issued for an order. */
  revoke(orderKey: string): Promise<void>
}

/** Where providers find the CA. */
export const CERTIFICATE_AUTHORITY = Symbol('certificate authority')
