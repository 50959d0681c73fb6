import type { ValidationMethod } from '../model/validation'

/** A name whose control must be proven. */
export interface ProofCheck {
  readonly hostName: string
  readonly method: Exclude<ValidationMethod, 'email'>
  /** Required content of the record or file. */
  readonly token: string
}

/** The result of a proof check. */
export type ProofResult = { readonly isProven: true } | { readonly isProven: false; readonly problem: string }

/** A request to issue a certificate. */
export interface IssueRequest {
  /** The order. All its certificates are revoked together. */
  readonly orderKey: string
  /** Idempotency key of the request. */
  readonly requestKey: string
  /** PEM. */
  readonly csr: string
  /** The common name first. */
  readonly names: readonly string[]
  readonly expiresAt: Date
}

/** An issued certificate with its issuing certificates, all in PEM. */
export interface IssuedCertificate {
  readonly serial: string
  readonly certificate: string
  readonly intermediate: string
  readonly root: string
  readonly expiresAt: Date
}

/** The CA is not available now. A later call may succeed. */
export class CaUnavailable extends Error {
  override readonly name = 'CaUnavailable'
}

/**
 * The CAA records of a name allow only other CAs, or the account does not control the name. A later call may succeed,
 * because records change.
 */
export class IssueForbidden extends Error {
  override readonly name = 'IssueForbidden'
}

/**
 * A certificate authority: it checks proofs and issues certificates. All calls are idempotent and throw CaUnavailable
 * when the outcome is unknown. A proof by mail is the answer of a person and is not checked here.
 */
export interface CertificateAuthority {
  /** Checks the proof of one name, once. */
  check(asked: ProofCheck): Promise<ProofResult>
  /** Issues a certificate, or returns the one issued for the same `requestKey`. Throws IssueForbidden. */
  issue(asked: IssueRequest): Promise<IssuedCertificate>
  /** Revokes all certificates of an order. */
  revoke(orderKey: string): Promise<void>
}

/** Injection token of the CA. */
export const CERTIFICATE_AUTHORITY = Symbol('certificate authority')
