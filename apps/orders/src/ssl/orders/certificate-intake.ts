import { Injectable } from '@nestjs/common'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input } from '@nameyard/contracts/operation'
import type { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { Rpc } from '@nameyard/messaging/rpc'
import { readCsr, type CertificateRequest } from '../csr/read-csr'
import { namesOf, type RefusedNames } from '../model/names'
import type { Product } from '../model/product'
import { approversOf, validationsOf, type Validation } from '../model/validation'

type Given = Pick<
  Input<typeof createSslOrder>,
  'approver_email' | 'domain_validation_methods' | 'host_names' | 'signature_hash_algorithm'
>

/** A certificate as it is requested from the CA. */
export interface RequestedCertificate {
  readonly request: CertificateRequest
  readonly commonName: string
  readonly names: readonly string[]
  readonly validations: readonly Validation[]
  readonly approverEmail: string
}

/** Smaller RSA keys are insecure (CA/Browser Forum Baseline Requirements 6.1.5); larger ones slow down every client. */
const RSA_BITS = { min: 2048, max: 8192 }

/** Validates the request for a certificate, in the same way for an order, its change and a reissue. */
@Injectable()
export class CertificateIntake {
  constructor(private readonly rpc: Rpc) {}

  async read(product: Product, csr: string, given: Given): Promise<RequestedCertificate> {
    const request = await readCsr(csr)
    refuseWeak(request, given.signature_hash_algorithm)
    const { alternatives, subject } = request
    const asked = { commonName: subject.common_name, alternatives, hostNames: given.host_names }
    const names = namesOf(product, asked)
    if (isRefused(names)) return refuseNames(names)
    return { request, commonName: names[0]!, names, ...requestedValidations(names, given) }
  }

  /** Refuses handles that are not customers of the account, by the name of their field. */
  async refuseUnknownHandles(resellerId: number, given: Readonly<Record<string, string>>, call: Call): Promise<void> {
    const fields = Object.entries(given).filter(([, handle]) => handle !== '')
    if (fields.length === 0) return
    const handles = fields.map(([, handle]) => handle)
    const { snapshots } = await this.rpc.call(snapshotCustomers, { resellerId, handles }, call)
    const known = new Set(snapshots.map(({ handle }) => handle))
    for (const [field, handle] of fields)
      if (!known.has(handle))
        fail('ssl_handle_invalid', { field, handle }, [{ path: field, problem: 'is not a customer of the account' }])
  }
}

/** Returns the validation methods of the names, and the approver's address. */
export function requestedValidations(
  names: readonly string[],
  given: Pick<Given, 'approver_email' | 'domain_validation_methods'>,
): Pick<RequestedCertificate, 'validations' | 'approverEmail'> {
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
    refuseKey(`must have a key of ${RSA_BITS.min} to ${RSA_BITS.max} bits, but has ${key.bits}`)
  if (asked === 'sha1') fail('ssl_signature_invalid', { problem: 'certificates are signed with sha2' })
  if (signatureHash !== 'sha2') fail('ssl_signature_invalid', { problem: `the CSR is signed with ${signatureHash}` })
}

function refuseKey(problem: string): never {
  return fail('csr_invalid', { problem }, [{ path: 'csr', problem }])
}

export function isRefused(read: object): read is RefusedNames {
  return 'refusal' in read
}

export function refuseNames(refused: RefusedNames): never {
  if (refused.refusal === 'ssl_names_too_many') {
    const { refusal, count, limit } = refused
    return fail(refusal, { count, limit })
  }
  const { refusal, field, problem } = refused
  return fail(refusal, { field, problem }, [{ path: field, problem }])
}
