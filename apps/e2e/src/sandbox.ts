import assert from 'node:assert'

/** One of our messages, and the result code of the registry. */
export interface AuditEntry {
  readonly id: string
  /** By the clock of the registry, RFC 3339. */
  readonly at: string
  readonly command: string
  readonly clTRID: string
  readonly code: number
  /** The frame, secrets masked. */
  readonly request: string
}

/** A fault of the sandbox registry. Its README explains the kinds. */
export interface Misbehaviour {
  readonly kind: string
  readonly command?: string
  readonly object?: string
  readonly registrar?: string
  readonly times?: number
  readonly code?: number
  readonly ms?: number
}

/** The highest number of sessions at a time and of messages in a second, and how many the registry refused. */
export interface Load {
  readonly sessions: { readonly most: number; readonly refused: number }
  readonly commands: { readonly mostInASecond: number; readonly refused: number }
}

/** The sandbox registry delays no answer longer. */
const LONGEST_DELAY_MS = 600_000

/** The control port of the sandbox registry: reads its audit and plants faults. */
export class Sandbox {
  constructor(private readonly port: number) {}

  /** Returns every `domain:create` of a name that the registry executed. */
  async creations(name: string): Promise<AuditEntry[]> {
    const { entries } = await this.send('GET', `/audit?object=${name}&command=domain:create&code=1000`)
    return entries as AuditEntry[]
  }

  /** Returns every `domain:renew` of a name that the registry executed. */
  async renewals(name: string): Promise<AuditEntry[]> {
    const { entries } = await this.send('GET', `/audit?object=${name}&command=domain:renew&code=1000`)
    return entries as AuditEntry[]
  }

  /** Returns our commands of a kind on a name that the registry accepted, in the order of arrival. */
  async taken(name: string, command: string): Promise<AuditEntry[]> {
    const { entries } = await this.send('GET', `/audit?object=${name}&command=${command}&registrar=nameyard`)
    return (entries as AuditEntry[]).filter(({ code }) => code < 2000)
  }

  /** Makes a domain older: moves all its dates back by the given days. */
  async age(name: string, days: number): Promise<void> {
    await this.send('POST', `/domains/${name}/age`, { seconds: days * 86_400 })
  }

  /** Returns the request frames of a command on an object that the registry executed, oldest first. */
  async requests(object: string, command: string): Promise<string[]> {
    const { entries } = await this.send('GET', `/audit?object=${object}&command=${command}&code=1000`)
    return (entries as { request: string }[]).map(({ request }) => request)
  }

  /** Returns how often we sent a command on an object, with any result. */
  async attempts(object: string, command: string): Promise<number> {
    const { entries } = await this.send('GET', `/audit?object=${object}&command=${command}&registrar=nameyard`)
    return (entries as unknown[]).length
  }

  /** Moves an extension to a launch phase (RFC 8334). */
  async launch(tld: string, launchPhase: string): Promise<void> {
    await this.send('PATCH', `/tlds/${tld}`, { launchPhase })
  }

  /** Serves an extension by the given rules (README of the sandbox registry). */
  async serve(tld: string, rules: object): Promise<void> {
    await this.send('PUT', `/tlds/${tld}`, rules)
  }

  /** Executes the next `domain:create` of a name, but drops its answer. */
  async dropResponse(name: string): Promise<void> {
    await this.send('POST', '/faults', { command: 'domain:create', object: name, kind: 'drop-response' })
  }

  /** Refuses the next command of a kind on a name with 2308 (data management policy violation). */
  async refuse(name: string, command = 'domain:create'): Promise<void> {
    await this.send('POST', '/faults', { command, object: name, kind: 'inject-code', code: 2308 })
  }

  /** Answers the next command of a kind on a name with a code, without executing it. */
  async answer(command: string, name: string, code: number): Promise<void> {
    await this.send('POST', '/faults', { command, object: name, kind: 'inject-code', code })
  }

  /** Keeps the answer to the next command of a kind on a name until `removeFaults`. */
  async hold(command: string, name: string): Promise<void> {
    await this.send('POST', '/faults', { command, object: name, kind: 'delay', ms: LONGEST_DELAY_MS })
  }

  /** Plants a fault for the next commands that match. */
  async misbehave(fault: Misbehaviour): Promise<void> {
    await this.send('POST', '/faults', fault)
  }

  /** Changes the policy that the registry applies to every session. */
  async setPolicy(policy: Readonly<Record<string, number | null | readonly string[]>>): Promise<void> {
    await this.send('PATCH', '/policy', policy)
  }

  /** Returns our load at the common endpoint of the registry. */
  async load(): Promise<Load> {
    const { load } = await this.send('GET', '/registrars/nameyard/load')
    return (load as (Load & { endpoint: string })[]).find(({ endpoint }) => endpoint === 'common')!
  }

  /** Registers a name for another registrar, in any dialect. */
  async registerElsewhere(name: string, authInfo: string, hostAttributes: readonly string[] = []): Promise<void> {
    await this.send('PUT', `/domains/${name}`, { registrar: 'rival', authInfo, hostAttributes })
  }

  /** Has another registrar request a domain with the right code, in any dialect: at once or pending, as its TLD says. */
  async requestElsewhere(name: string): Promise<void> {
    await this.send('POST', `/domains/${name}/transfer`, { registrar: 'rival' })
  }

  /** Has the losing registrar give a domain to us, without a request of ours. */
  async push(name: string): Promise<void> {
    await this.send('POST', `/domains/${name}/transfer`, { registrar: 'nameyard' })
  }

  /** Sets the code of a domain, in any dialect. */
  async setCode(name: string, authInfo: string): Promise<void> {
    await this.send('PUT', `/domains/${name}/auth-info`, { authInfo })
  }

  /** Delays the answers to the next commands of a kind. */
  async delay(command: string, ms: number, times: number): Promise<void> {
    await this.send('POST', '/faults', { command, kind: 'delay', ms, times })
  }

  /** Returns the domain as the registry has it; undefined for an unknown name. */
  async domain(name: string): Promise<Record<string, unknown> | undefined> {
    const response = await fetch(`http://127.0.0.1:${this.port}/domains/${name}`)
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined
  }

  /** Returns the charges of the registry for a name, oldest first. Refunds are negative. */
  async charges(name: string): Promise<string[]> {
    const { charges } = await this.send('GET', `/charges?domain=${name}`)
    return (charges as { registrar: string; kind: string; cents: number }[]).map(
      ({ registrar, kind, cents }) => `${registrar} ${kind} ${cents}`,
    )
  }

  /** Limits what we may spend at the registry, in cents of all charges. */
  async limitCredit(cents: number): Promise<void> {
    await this.send('PUT', '/registrars/nameyard/credit', { cents })
  }

  /** Sets the TXT records at a name, as name servers elsewhere answer them. */
  async publishTexts(name: string, texts: readonly string[]): Promise<void> {
    await this.send('PUT', `/texts/${name}`, { texts })
  }

  /** Announces a maintenance of the registry (RFC 9167), or changes it. */
  async announce(id: string, maintenance: object): Promise<void> {
    await this.send('PUT', `/maintenances/${id}`, maintenance)
  }

  /** Cancels an announced maintenance. */
  async cancel(id: string): Promise<void> {
    await this.send('DELETE', `/maintenances/${id}`)
  }

  /** Removes all faults, and has the answers sent that they delay. */
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
