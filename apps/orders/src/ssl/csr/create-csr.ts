import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { Name, PemConverter, Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { createCsr } from '@nameyard/contracts/orders/create-csr'
import { Handles } from '@nameyard/messaging/handles'
import { MAX_COMMON_NAME, readHostName } from '../model/names'
import { commandOf, configOf } from './openssl'

type Given = Input<typeof createCsr>

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) }

/**
 * Attributes of the subject by their OpenSSL names, in the usual order, with string type and maximum length (RFC 5280
 * appendix A.1).
 */
const attributes = [
  { type: 'C', field: 'country', form: 'printableString', max: 2 },
  { type: 'ST', field: 'state', form: 'utf8String', max: 128 },
  { type: 'L', field: 'locality', form: 'utf8String', max: 128 },
  { type: 'O', field: 'organization', form: 'utf8String', max: 64 },
  { type: 'OU', field: 'unit', form: 'utf8String', max: 64 },
  { type: 'CN', field: 'common_name', form: 'utf8String', max: MAX_COMMON_NAME },
  { type: 'emailAddress', field: 'email', form: 'ia5String', max: 255 },
] as const satisfies readonly { type: string; field: keyof Given; form: string; max: number }[]

/** The OID, because the library has another name for this attribute. */
const EMAIL_ADDRESS = '1.2.840.113549.1.9.1'

/** Creates a key and a certificate signing request. The key is returned and stored nowhere. */
@Controller()
export class CreateCsr {
  @Handles(createCsr)
  async execute(given: Given): Promise<Result<typeof createCsr>> {
    const { bits, names, subject } = checked(given)
    const algorithm = { ...RSA, modulusLength: bits }
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    const request = await Pkcs10CertificateRequestGenerator.create({
      // With an explicit string type: the library would interpret quotes and signs in a plain text.
      name: new Name(
        subject.map(({ type, form, value }) => ({
          [type === 'emailAddress' ? EMAIL_ADDRESS : type]: [{ [form]: value }],
        })),
      ),
      keys,
      signingAlgorithm: RSA,
      extensions: [new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value })))],
    })
    const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
    const file = names[0]!.replace('*', 'star').replaceAll('.', '_')
    const [keyPath, configPath] = [`${file}.key`, `${file}.cnf`]
    const command = `openssl req -new -newkey rsa:${bits} -nodes -sha256 -keyout ${keyPath} -out ${file}.csr`
    const pairs = subject.map(({ type, value }) => [type, value] as const)
    return {
      csr: `${request.toString('pem').trim()}\n`,
      key: `${PemConverter.encode(pkcs8, 'PRIVATE KEY').trim()}\n`,
      key_path: keyPath,
      ...(given.with_config
        ? {
            command: `${command} -config ${configPath}`,
            config: configOf(bits, pairs, names),
            config_path: configPath,
          }
        : { command: commandOf(command, pairs, names) }),
    }
  }
}

function checked({ bits, common_name, subject_alternative_name = [], signature_hash_algorithm, ...given }: Given) {
  if (bits !== 2048 && bits !== 4096) fail('csr_field_invalid', { field: 'bits', problem: 'must be 2048 or 4096' })
  if (!/^[A-Za-z]{2}$/.test(given.country))
    fail('csr_field_invalid', { field: 'country', problem: 'must be the two letters of ISO 3166-1' })
  // This attribute allows only ASCII (RFC 5280 section 4.1.2.6).
  if (!/^[!-?A-~]+@[!-?A-~]+$/.test(given.email))
    fail('csr_field_invalid', { field: 'email', problem: 'must be an e-mail address in ASCII' })
  if (signature_hash_algorithm === 'sha1') fail('ssl_signature_invalid', { problem: 'sha1 is insecure; use sha2' })
  const common = readHostName(common_name)
  if ('problem' in common) return fail('common_name_invalid', { field: 'common_name', problem: common.problem })
  const names = new Set([common.name])
  for (const each of subject_alternative_name) {
    const read = readHostName(each)
    if ('problem' in read)
      return fail('ssl_names_invalid', { field: 'subject_alternative_name', problem: read.problem })
    names.add(read.name)
  }
  const filled = { ...given, common_name: common.name, country: given.country.toUpperCase() }
  const subject = attributes.flatMap(({ field, max, ...attribute }) => {
    const value = filled[field]?.trim() ?? ''
    if ([...value].length > max) refuseField(field, `has more than ${max} characters`)
    if (/\p{Cc}/u.test(value)) refuseField(field, 'must not contain control characters')
    return value === '' ? [] : [{ ...attribute, value }]
  })
  return { bits, names: [...names], subject }
}

function refuseField(field: string, problem: string): never {
  return fail(field === 'common_name' ? 'common_name_invalid' : 'csr_field_invalid', { field, problem })
}
