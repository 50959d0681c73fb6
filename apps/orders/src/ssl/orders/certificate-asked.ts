import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import type { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { Rpc } from '@nameyard/messaging/rpc'
import { Injectable } from '@nestjs/common'
import { readCsr, type CertificateRequest } from '../csr/read-csr'
import { namesOf, type NamesRefused } from '../model/names'
import type { Product } from '../model/product'
import { approversOf, validationsOf, type Validation } from '../model/validation'

type Given = Pick<
  Input<typeof createSslOrder>,
  'approver_email' | 'domain_validation_methods' | 'host_names' | 'signature_hash_algorithm'
>

/** What the CA is to be asked for. */
export interface CertificateAsked {
  readonly request: CertificateRequest
  readonly commonName: string
  readonly names: readonly string[]
  readonly validations: readonly Validation[]
  readonly approverEmail: string
}

/** RSA keys below are broken, above cost every visitor time (CA/Browser Forum Baseline Requirements 6.1.5). */
const RSA_BITS = { min: 2048, max: 8192 }

/** Reads what a certificate is asked for with, the same way for an order, its change and a reissue. */
@Injectable()
export class CertificateIntake {
  constructor(private readonly rpc: Rpc) {}

  async read(product: Product, csr: string, given: Given): Promise<CertificateAsked> {
    const request = await readCsr(csr)
    refuseWeak(request, given.signature_hash_algorithm)
    const { alternatives, subject } = request
    const asked = { commonName: subject.common_name, alternatives, hostNames: given.host_names }
    const names = namesOf(product, asked)
    if (isRefused(names)) return refuseNames(names)
    return { request, commonName: names[0]!, names, ...proofsAsked(names, given) }
  }

  /** Refuses handles that are no customers of the account, by the name of their field. */
  async refuseUnknownHandles(resellerId: number, given: Readonly<Record<string, string>>, call: Call): Promise<void> {
    const fields = Object.entries(given).filter(([, handle]) => handle !== '')
    if (fields.length === 0) return
    const handles = fields.map(([, handle]) => handle)
    const { snapshots } = await this.rpc.call(snapshotCustomers, { resellerId, handles }, call)
    const known = new Set(snapshots.map(({ handle }) => handle))
    for (const [field, handle] of fields)
      if (!known.has(handle)) fail('ssl_handle_invalid', { field, handle }, [{ path: field, problem: 'is unknown' }])
  }
}

/** How the names are proven, and who is asked by mail. */
export function proofsAsked(
  names: readonly string[],
  given: Pick<Given, 'approver_email' | 'domain_validation_methods'>,
): Pick<CertificateAsked, 'validations' | 'approverEmail'> {
  const approverEmail = given.approver_email?.trim().toLowerCase() ?? ''
  const validations = validationsOf(names, given.domain_validation_methods, approverEmail)
  if ('problem' in validations) {
    const { problem } = validations
    return fail('validation_method_invalid', { problem }, [{ path: 'domain_validation_methods', problem }])
  }
  for (const { hostName, method } of validations as readonly Validation[]) {
    if (method !== 'email') continue
    if (approverEmail === '') fail('approver_email_missing', { name: hostName })
    if (!approversOf(hostName).includes(approverEmail))
      fail('approver_email_not_allowed', { email: approverEmail, name: hostName })
  }
  return { validations: validations as readonly Validation[], approverEmail }
}

function refuseWeak({ key, signatureHash }: CertificateRequest, asked: 'sha1' | 'sha2' | undefined): void {
  if (key.kind === 'rsa' && (key.bits < RSA_BITS.min || key.bits > RSA_BITS.max))
    refuseKey(`has a key of ${key.bits} bits; ${RSA_BITS.min} to ${RSA_BITS.max} are taken`)
  if (asked === 'sha1') fail('ssl_signature_invalid', { problem: 'certificates are signed with sha2' })
  if (signatureHash !== 'sha2') fail('ssl_signature_invalid', { problem: `the CSR is signed with ${signatureHash}` })
}

function refuseKey(problem: string): never {
  return fail('csr_invalid', { problem }, [{ path: 'csr', problem }])
}

export function isRefused(read: object): read is NamesRefused {
  return 'refusal' in read
}

export function refuseNames(refused: NamesRefused): never {
  if (refused.refusal === 'ssl_names_too_many') {
    const { refusal, count, limit } = refused
    return fail(refusal, { count, limit })
  }
  const { refusal, field, problem } = refused
  return fail(refusal, { field, problem }, [{ path: field, problem }])
}
