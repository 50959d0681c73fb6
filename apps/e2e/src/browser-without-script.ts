import { open, type Trusted } from './https-client'

/** An answer that a person sees, or that leads to another site. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Where it was read. */
  readonly path: string
  /** The address at another site to which it leads. */
  readonly away?: URL
}

/** A browser that follows redirects, keeps cookies by their path, and runs no script. */
export class BrowserWithoutScript {
  private readonly cookies = new Map<string, { readonly value: string; readonly path: string }>()

  constructor(private readonly site: Trusted) {}

  async get(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.send('GET', address, { headers })
  }

  /** Sends a form, as a browser does from a page of the site. */
  async post(
    address: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { origin: 'null', 'sec-fetch-site': 'same-origin' },
  ): Promise<Seen> {
    const body = new URLSearchParams(fields).toString()
    return this.send('POST', address, {
      body,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  private async send(
    method: string,
    address: string,
    { body, headers }: { readonly body?: string; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Seen> {
    const { pathname, search } = new URL(address, this.site.url)
    const sent = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const answer = await open(this.site, method, pathname + search, {
      ...(body !== undefined && { body }),
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
    })
    for (const each of answer.headers['set-cookie'] ?? []) this.keep(each)
    const { location } = answer.headers
    if (location === undefined) return { ...answer, path: pathname }
    const target = new URL(location, this.site.url)
    return target.origin === new URL(this.site.url).origin
      ? this.get(target.pathname + target.search)
      : { ...answer, path: pathname, away: target }
  }

  private keep(line: string): void {
    const [, name, value, attributes] = /^([^=]+)=([^;]*)(.*)$/.exec(line) as unknown as string[]
    const path = /; *path=([^;]+)/i.exec(attributes!)?.[1] ?? '/'
    if (value === '') this.cookies.delete(name!)
    else this.cookies.set(name!, { value: value!, path })
  }
}
