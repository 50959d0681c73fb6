import type { Invariant } from './invariant'

interface Row {
  readonly name: string
  readonly status: string
  readonly work: string
  readonly problem: string
  readonly orders: number
  readonly issued: number
  readonly valid: number
  readonly captured: number
  readonly kept: number
  readonly open: number
}

/** An accepted order of a certificate is one order, is issued once for each request, and is paid if it was issued. */
export const oneCertificate: Invariant = {
  name: 'one certificate and one charge per certificate order',
  async check({ sql, clientLog, installation }) {
    const { rows } = await sql.query<Row>(
      `select o.common_name as name, o.status, o.work, o.problem,
         count(*) over (partition by o.common_name)::int as orders,
         (select count(*)::int from orders.ca_certificate c where c.order_key = o.panel_id::text) as issued,
         (select count(*)::int from orders.ca_certificate c where c.order_key = o.panel_id::text and revoked_at is null) as valid,
         (select count(*)::int from orders.ssl_purchase p where p.ssl_order_id = o.id and captured_at is not null) as captured,
         (select count(*)::int from orders.ssl_purchase p join orders.reservation r on r.order_id = p.order_id
            where p.ssl_order_id = o.id and r.state = 'captured') as kept,
         (select count(*)::int from orders.ssl_purchase p
            where p.ssl_order_id = o.id and captured_at is null and released_at is null) as open
       from orders.ssl_order o`,
    )
    const found = new Map(rows.map((row) => [row.name, row]))
    const broken: string[] = []
    for (const [name, { isAccepted, approver, reissues, isCancelled }] of clientLog.certificates) {
      const row = found.get(name)
      if (isAccepted !== (row !== undefined))
        broken.push(`${name}: accepted ${isAccepted}, stored ${row !== undefined}`)
      if (!row) continue
      const isOpen = row.status === 'REQ' || row.work === 'revoke'
      const complain = (what: string) => broken.push(`${name} (${row.status}, ${row.problem}): ${what}`)
      if (row.orders !== 1) complain(`${row.orders} orders`)
      if (isOpen) complain(`is not final`)
      if (isCancelled && row.status === 'ACT') complain('was cancelled')
      if (row.status === 'ACT' && row.valid === 0) complain('has no valid certificate')
      if (row.status === 'FAI' && row.valid > 0) complain(`${row.valid} certificates are not revoked`)
      if (row.issued > 1 + reissues.asked) complain(`${row.issued} certificates, ${reissues.asked} reissues`)
      // A certificate that was issued while its order was cancelled is revoked and not charged.
      if (row.captured === 0 && row.valid > 0) complain(`${row.valid} certificates without a charge`)
      if (row.captured > 0 && row.issued === 0) complain(`${row.captured} charges without a certificate`)
      if (row.kept !== row.captured) complain(`${row.captured} charges, ${row.kept} in the ledger`)
      if (!isOpen && row.open > 0) complain(`${row.open} purchases are open`)
      if (approver && !installation.mail.received.some(({ to }) => to === approver)) complain('no mail was sent')
    }
    return { count: clientLog.certificates.size, broken }
  },
}
