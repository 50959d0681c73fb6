import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { createCsr } from '@nameyard/contracts/orders/create-csr'
import { Handles } from '@nameyard/messaging/handles'
import { Controller } from '@nestjs/common'
import { PemConverter, Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from '@peculiar/x509'
import { readHostName } from '../model/names'

type Given = Input<typeof createCsr>

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) }

/** Fields of the subject, as certificates and configurations of OpenSSL call them, in the usual order. */
const subjectFields = {
  C: 'country',
  ST: 'state',
  L: 'locality',
  O: 'organization',
  OU: 'unit',
  CN: 'common_name',
  E: 'email',
} as const satisfies Record<string, keyof Given>

/** Makes a key and a request for it. The key is in this process until it is answered, and nowhere else. */
@Controller()
export class CreateCsr {
  @Handles(createCsr)
  async execute(given: Given): Promise<Result<typeof createCsr>> {
    const { bits, names } = checked(given)
    const common_name = names[0]!
    const algorithm = { ...RSA, modulusLength: bits }
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    const filled = { ...given, common_name }
    const subject = Object.entries(subjectFields).filter(([, field]) => filled[field])
    const request = await Pkcs10CertificateRequestGenerator.create({
      name: subject.map(([type, field]) => ({ [type]: [filled[field]!] })),
      keys,
      signingAlgorithm: RSA,
      extensions: [new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value })))],
    })
    const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
    const file = common_name.replace('*', 'star').replaceAll('.', '_')
    const [keyPath, configPath] = [`${file}.key`, `${file}.cnf`]
    const command = `openssl req -new -newkey rsa:${bits} -nodes -sha256 -keyout ${keyPath} -out ${file}.csr`
    return {
      csr: `${request.toString('pem').trim()}\n`,
      key: `${PemConverter.encode(pkcs8, 'PRIVATE KEY').trim()}\n`,
      key_path: keyPath,
      ...(given.with_config
        ? {
            command: `${command} -config ${configPath}`,
            config: configOf(
              bits,
              subject.map(([type, field]) => [type, filled[field]!]),
              names,
            ),
            config_path: configPath,
          }
        : { command: `${command} -subj ${quoted(subject.map(([type, field]) => [type, filled[field]!]))}` }),
    }
  }
}

function checked({ bits, common_name, country, email, ...given }: Given) {
  if (bits !== 2048 && bits !== 4096) fail('csr_field_invalid', { field: 'bits', problem: 'must be 2048 or 4096' })
  if (!/^[A-Za-z]{2}$/.test(country))
    fail('csr_field_invalid', { field: 'country', problem: 'is no ISO 3166-1 code of two letters' })
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) fail('csr_field_invalid', { field: 'email', problem: 'is no address' })
  if (given.signature_hash_algorithm === 'sha1') fail('ssl_signature_invalid', { problem: 'sha1 is broken' })
  const common = readHostName(common_name)
  if ('problem' in common) return fail('common_name_invalid', { problem: common.problem })
  const names = new Set([common.name])
  for (const each of given.subject_alternative_name ?? []) {
    const read = readHostName(each)
    if ('problem' in read) return fail('ssl_names_invalid', { problem: read.problem })
    names.add(read.name)
  }
  return { bits, names: [...names] }
}

/** For a shell: nothing in it is read as anything but text. */
function quoted(subject: readonly (readonly [string, string])[]): string {
  const text = subject
    .map(([type, value]) => `/${longOf(type)}=${value.replaceAll(/[\\/+=]/g, String.raw`\$&`)}`)
    .join('')
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function configOf(bits: number, subject: readonly (readonly [string, string])[], names: readonly string[]): string {
  const lines = subject.map(([type, value]) => `${longOf(type)} = ${value.replaceAll(/[\\#$"\r\n]/g, ' ')}`)
  return [
    '[req]',
    `default_bits = ${bits}`,
    'default_md = sha256',
    'prompt = no',
    'distinguished_name = subject',
    'req_extensions = extensions',
    '',
    '[subject]',
    ...lines,
    '',
    '[extensions]',
    `subjectAltName = ${names.map((name) => `DNS:${name}`).join(', ')}`,
    '',
  ].join('\n')
}

function longOf(type: string): string {
  return type === 'E' ? 'emailAddress' : type
}
