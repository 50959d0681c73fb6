import type { Answered, Asked, Envelope } from './https-client'
import type { Platform } from './platform'

/** A reseller that is logged in at a platform. */
export interface Reseller {
  ask(method: string, path: string, body?: object | string, headers?: Asked['headers']): Promise<Answered>
  /** Returns the data of a successful operation. Throws the answer of any other. */
  done(method: string, path: string, body?: object | string): Promise<Envelope['data']>
}

export async function logIn(platform: Pick<Platform, 'ask' | 'account'>): Promise<Reseller> {
  const { json } = await platform.ask('POST', '/v1/auth/login', { body: platform.account })
  const authorization = `Bearer ${json.data.token}`
  const ask: Reseller['ask'] = (method, path, body, headers) =>
    platform.ask(method, path, { body, headers: { ...headers, authorization } })
  return {
    ask,
    async done(method, path, body) {
      const { status, json, text } = await ask(method, path, body)
      if (status !== 200 || json.code !== 0) throw new Error(`${method} ${path} answered ${status} ${text}`)
      return json.data
    },
  }
}

/** A customer that may hold a domain. */
export const person = {
  name: { first_name: 'Ada', last_name: 'Jansen' },
  address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
  email: 'ada@example.com',
}

/** An order of a domain for one year. */
export const order = (name: string, owner_handle: string) => {
  const dot = name.indexOf('.')
  const domain = { name: name.slice(0, dot), extension: name.slice(dot + 1) }
  return { domain, period: 1, owner_handle, ns_group: 'dns-openprovider' }
}
