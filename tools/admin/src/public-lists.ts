import { z } from 'zod'
import type { ListedExtension } from '@nameyard/contracts/domains/sync-extensions'

/** Where the public lists are. */
export interface ListAddresses {
  /** The top-level domains of the root zone: a text with one name on a line. */
  readonly tlds: string
  /** RDAP servers by their top-level domains (RFC 9224). */
  readonly rdap: string
  /** Generic top-level domains with their operators. */
  readonly gtlds: string
}

const FETCH_MS = 60_000
const MOST_OCTETS = 20_000_000

const bootstrap = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) })
const contracts = z.object({
  gTLDs: z.array(
    z.object({
      gTLD: z.string(),
      registryOperator: z.string().nullish(),
      applicationId: z.string().nullish(),
    }),
  ),
})

/** Reads the public lists, and joins what they say of each top-level domain. Throws when one cannot be read. */
export async function publicLists({ tlds, rdap, gtlds }: ListAddresses): Promise<ListedExtension[]> {
  const [names, servers, operators] = await Promise.all([
    textAt(tlds),
    textAt(rdap).then((text) => hostsIn(rdap, text)),
    textAt(gtlds).then((text) => operatorsIn(gtlds, text)),
  ])
  return names
    .split(/\r?\n/)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((suffix) => {
      const [rdapHost, operator] = [servers.get(suffix), operators.get(suffix)]
      return {
        suffix,
        ...(rdapHost !== undefined && { rdapHost }),
        ...(operator?.registry && { registry: operator.registry.slice(0, 200) }),
        ...(operator && { isNewGtld: operator.isNewGtld }),
      }
    })
}

function hostsIn(address: string, text: string): ReadonlyMap<string, string> {
  const { services } = parsed(address, text, bootstrap)
  return new Map(
    services.flatMap(([suffixes, urls]) =>
      suffixes.flatMap((suffix) => {
        const url = urls.find((each) => URL.canParse(each))
        return url === undefined ? [] : [[suffix.toLowerCase(), new URL(url).hostname] as const]
      }),
    ),
  )
}

function operatorsIn(address: string, text: string) {
  const { gTLDs } = parsed(address, text, contracts)
  return new Map(
    gTLDs.map(({ gTLD, registryOperator, applicationId }) => [
      gTLD.toLowerCase(),
      { registry: registryOperator ?? '', isNewGtld: typeof applicationId === 'string' && applicationId !== '' },
    ]),
  )
}

function parsed<Schema extends z.ZodType>(address: string, text: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${address} has another form than expected.`, { cause: error })
  }
}

/** A list must be authentic: plain HTTP is for this machine alone. */
async function textAt(address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url?.protocol !== 'https:' && !isHere) throw new Error(`${address} is no address with https.`)
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS) }).catch((error: Error) => {
    throw new Error(`${address} cannot be read: ${(error.cause as Error | undefined)?.message ?? error.message}.`)
  })
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`)
  const text = await response.text()
  if (text.length > MOST_OCTETS) throw new Error(`${address} is too long.`)
  return text
}
