/**
 * `npm start`: the whole platform on a machine that has Node and npm and nothing else. Installs what is missing,
 * builds what has changed, starts a database, a broker and every application, and stops them at Ctrl-C.
 *
 * DATABASE_URL, AMQP_URL   servers to use instead of the embedded ones
 * NAMEYARD_DATA            the data folder, .data unless told otherwise
 * GATEWAY_HTTPS_PORT, DNS_PORT, SANDBOX_EPP_PORT, SANDBOX_CONTROL_PORT
 * every setting of an application (its src/config.ts), for example DNS_PUBLISHER and POWERDNS_URL
 * MAIL_SMTP_URL, MAIL_FROM, MAIL_FOLDER, PUBLIC_URL, LINK_SECRET   how mails leave; kept in the data folder otherwise
 * GATEWAY_REPEAT_SECRET    recognizes requests that come twice; kept in the data folder otherwise
 * SANDBOX_CLOCK            true: the time of the platform may be put ahead, see docs/sandbox-clock.md
 * --distributed            every application as a process of its own, on the servers of DATABASE_URL and AMQP_URL
 */
var path = require('path')

// Old syntax only, and as CommonJS: any Node that was ever installed must get as far as saying this.
var version = process.versions.node.split('.').map(Number)
if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error('Nameyard needs Node 20.19 or newer; this is ' + process.version + ' (' + process.execPath + ').')
  process.exit(1)
}
process.chdir(path.join(__dirname, '../..'))
import('./run.mjs')
