import assert from 'node:assert'

/** What the registry did with a message of ours. */
export interface AuditEntry {
  readonly id: string
  readonly command: string
  readonly clTRID: string
  readonly code: number
  /** The frame, secrets masked. */
  readonly request: string
}

/** A fault of the sandbox registry; how the kinds are meant stands in its README. */
export interface Misbehaviour {
  readonly kind: string
  readonly command?: string
  readonly object?: string
  readonly registrar?: string
  readonly times?: number
  readonly code?: number
  readonly ms?: number
}

/** The most sessions at a time and messages in a second that a registry saw, and how many were beyond its limits. */
export interface Load {
  readonly sessions: { readonly most: number; readonly refused: number }
  readonly commands: { readonly mostInASecond: number; readonly refused: number }
}

/** The control port of the sandbox registry: what it has seen, and what it is to do wrong. */
export class Sandbox {
  constructor(private readonly port: number) {}

  /** Every `domain:create` of a name that the registry carried out. */
  async creations(name: string): Promise<AuditEntry[]> {
    const { entries } = await this.send('GET', `/audit?object=${name}&command=domain:create&code=1000`)
    return entries as AuditEntry[]
  }

  /** Every `domain:renew` of a name that the registry carried out. */
  async renewals(name: string): Promise<AuditEntry[]> {
    const { entries } = await this.send('GET', `/audit?object=${name}&command=domain:renew&code=1000`)
    return entries as AuditEntry[]
  }

  /** Every command of a kind on a name that the registry took from us, in the order it came. */
  async taken(name: string, command: string): Promise<AuditEntry[]> {
    const { entries } = await this.send('GET', `/audit?object=${name}&command=${command}&registrar=nameyard`)
    return (entries as AuditEntry[]).filter(({ code }) => code < 2000)
  }

  /** Makes a domain older, as if all that happened to it had happened so many days before. */
  async age(name: string, days: number): Promise<void> {
    await this.send('POST', `/domains/${name}/age`, { seconds: days * 86_400 })
  }

  /** What was carried out for an object by a kind of command, as it was asked, the oldest first. */
  async requests(object: string, command: string): Promise<string[]> {
    const { entries } = await this.send('GET', `/audit?object=${object}&command=${command}&code=1000`)
    return (entries as { request: string }[]).map(({ request }) => request)
  }

  /** How often a command on an object came from us, whatever became of it. */
  async attempts(object: string, command: string): Promise<number> {
    const { entries } = await this.send('GET', `/audit?object=${object}&command=${command}&registrar=nameyard`)
    return (entries as unknown[]).length
  }

  /** Moves an extension to a phase of its launch. */
  async launch(tld: string, launchPhase: string): Promise<void> {
    await this.send('PATCH', `/tlds/${tld}`, { launchPhase })
  }

  /** Carries out the next `domain:create` of a name, and keeps the answer to itself. */
  async dropResponse(name: string): Promise<void> {
    await this.send('POST', '/faults', { command: 'domain:create', object: name, kind: 'drop-response' })
  }

  /** Refuses the next command of a kind on a name for a policy of the registry (2308). */
  async refuse(name: string, command = 'domain:create'): Promise<void> {
    await this.send('POST', '/faults', { command, object: name, kind: 'inject-code', code: 2308 })
  }

  /** Answers the next command of a kind on a name with a code, and does not carry it out. */
  async answer(command: string, name: string, code: number): Promise<void> {
    await this.send('POST', '/faults', { command, object: name, kind: 'inject-code', code })
  }

  /** Answers the next command of a kind on a name late. */
  async hold(command: string, name: string, ms: number): Promise<void> {
    await this.send('POST', '/faults', { command, object: name, kind: 'delay', ms })
  }

  /** Has the registry do something wrong the next times that a command matches. */
  async misbehave(fault: Misbehaviour): Promise<void> {
    await this.send('POST', '/faults', fault)
  }

  /** Changes what the registry asks of every session. */
  async setPolicy(policy: Readonly<Record<string, number | null | readonly string[]>>): Promise<void> {
    await this.send('PATCH', '/policy', policy)
  }

  /** What the registry has seen of us at its common door. */
  async load(): Promise<Load> {
    const { load } = await this.send('GET', '/registrars/nameyard/load')
    return (load as (Load & { door: string })[]).find(({ door }) => door === 'common')!
  }

  /** Answers the next commands of a kind late. */
  async delay(command: string, ms: number, times: number): Promise<void> {
    await this.send('POST', '/faults', { command, kind: 'delay', ms, times })
  }

  /** A domain as the registry has it; nothing when it has none. */
  async domain(name: string): Promise<Record<string, unknown> | undefined> {
    const response = await fetch(`http://127.0.0.1:${this.port}/domains/${name}`)
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined
  }

  /** What the registry charged for a name, in the order it did; refunds are below zero. */
  async charges(name: string): Promise<string[]> {
    const { charges } = await this.send('GET', `/charges?domain=${name}`)
    return (charges as { registrar: string; kind: string; cents: number }[]).map(
      ({ registrar, kind, cents }) => `${registrar} ${kind} ${cents}`,
    )
  }

  async removeFaults(): Promise<void> {
    await this.send('DELETE', '/faults')
  }

  private async send(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const options = { method, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, options)
    const text = await response.text()
    assert(response.ok, text)
    return JSON.parse(text) as Record<string, unknown>
  }
}
