/**
 * `npm start`: the whole platform on a machine that has Node and npm and nothing else. Installs missing packages,
 * compiles what has changed, starts a database, a broker and every application, and stops them at Ctrl-C.
 *
 * DATABASE_URL, AMQP_URL   servers to use instead of the embedded ones
 * NAMEYARD_DATA            the data folder; default .data
 * GATEWAY_HTTPS_PORT, DNS_PORT, SANDBOX_EPP_PORT, SANDBOX_CONTROL_PORT, SANDBOX_RRI_PORT
 * HEALTH_PORT              /healthz, /readyz and /metrics of the whole platform; by default not served
 * every setting of an application (its src/config.ts), for example DNS_PUBLISHER and POWERDNS_URL
 * MAIL_SMTP_URL, MAIL_FROM, MAIL_FOLDER, PUBLIC_URL, LINK_SECRET   how mails are sent; by default stored in the data folder
 * MAIL_PAGE_PORT           the pages that show these mails, on 127.0.0.1; default 8025, or any port where that is in use
 * GATEWAY_REPEAT_SECRET    recognizes repeated requests; by default stored in the data folder
 * SANDBOX_CLOCK            true: the time of the platform can be put ahead, see docs/sandbox-clock.md
 * --distributed            every application in a separate process, on the servers of DATABASE_URL and AMQP_URL
 */
var path = require('path')

// Old syntax and CommonJS only, so that every old Node reaches this message.
var version = process.versions.node.split('.').map(Number)
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error('Nameyard needs Node 20.19 or newer; this is ' + process.version + ' (' + process.execPath + ').')
  process.exit(1)
}
process.chdir(path.join(__dirname, '../..'))
void import('./run.mjs')
