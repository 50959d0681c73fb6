import { z } from 'zod'
import { isPublicSuffix } from '@nameyard/names/public-suffix'
import { ancestorsOf } from '@nameyard/names/relation'
import { DelegationUnknown, type Delegations } from './delegations'
import type { ZoneCut } from './model/zone-cut'

const registeredDomain = z.object({
  hosts: z.array(z.string()),
  hostAttributes: z.array(z.object({ name: z.string() })),
})

const textRecord = z.object({ texts: z.array(z.string()) })

/** The delegations of the sandbox registry, from its control port: no name server serves its zones. */
export class SandboxDelegations implements Delegations {
  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  async cuts(name: string): Promise<readonly ZoneCut[]> {
    const names = [name, ...ancestorsOf(name)].filter((each) => each.includes('.') && !isPublicSuffix(each))
    const cuts = await Promise.all(names.toReversed().map((each) => this.cut(each)))
    return cuts.filter((cut) => cut !== undefined)
  }

  /** The sandbox has no addresses for hosts outside of its TLDs. */
  addresses(): Promise<readonly string[]> {
    return Promise.resolve([])
  }

  async texts(name: string): Promise<readonly string[]> {
    return textRecord.parse(await this.read(`/texts/${encodeURIComponent(name)}`)).texts
  }

  private async cut(zone: string): Promise<ZoneCut | undefined> {
    const found = await this.read(`/domains/${encodeURIComponent(zone)}`)
    if (found === undefined) return undefined
    const { hosts, hostAttributes } = registeredDomain.parse(found)
    const nameservers = [...hosts, ...hostAttributes.map((host) => host.name)].map((host) => host.toLowerCase())
    return nameservers.length > 0 ? { zone, nameservers } : undefined
  }

  /** Reads a resource of the control port; undefined when there is none. */
  private async read(path: string): Promise<unknown> {
    const unknown = (error: Error): never => {
      throw new DelegationUnknown(`the sandbox registry does not answer: ${error.message}`)
    }
    const answer = await fetch(new URL(path, this.url), { signal: AbortSignal.timeout(this.timeoutMs) }).catch(unknown)
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new DelegationUnknown(`the sandbox registry answers with status ${answer.status}`)
    return answer.json().catch(unknown)
  }
}
