import { REGISTRY_LINK, SESSIONS } from '../installation/installation'
import type { Invariant } from './invariant'

/**
 * The workers never use more sessions than the registry allows, by the audit of the registry, which survives its restarts: a
 * session lasts at least from its login to its last message. Nor do they have more connections at the proxy. The counter of
 * the registry is no measure: it counts a session until the answer to its last command is sent, also when its client has gone.
 */
export const sessionLimit: Invariant = {
  name: 'sessions within the limit of the registry',
  async check({ sql, installation }) {
    const most = installation.links.get(REGISTRY_LINK)!.most()
    const { rows } = await sql.query<{ sessions: number; used: number; at: Date | null; reused: string | null }>(
      `with sessions as (
         select session, min(at) filter (where command = 'login' and code = 1000) as began, max(at) as ended
         from sandbox_registry.audit where registrar = 'nameyard' group by 1
       ), changes as (
         select began as at, 1 as change from sessions where began is not null
         union all select ended, -1 from sessions where began is not null
       ), open as (select at, sum(change) over (order by at, change) as used from changes)
       select (select count(*)::int from sessions) as sessions, coalesce((select max(used) from open), 0)::int as used,
         (select at from open order by used desc, at limit 1) as at,
         (select string_agg(cltrid, ', ') from (select cltrid from sandbox_registry.audit
            where registrar = 'nameyard' and cltrid is not null group by cltrid having count(*) > 1) twice) as reused`,
    )
    const { sessions, used, at, reused } = rows[0]!
    return {
      count: sessions,
      broken: [
        ...(used > SESSIONS ? [`${used} sessions in use at ${at?.toISOString()}, ${SESSIONS} are allowed`] : []),
        ...(most > SESSIONS ? [`${most} connections at a time, ${SESSIONS} are allowed`] : []),
        ...(reused === null ? [] : [`transaction ids that were sent twice: ${reused}`]),
      ],
    }
  },
}
