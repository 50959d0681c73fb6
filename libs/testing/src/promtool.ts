import { spawnSync } from 'node:child_process'

/**
 * What `promtool check metrics` says about a text of metrics; '' when nothing. Where there is no promtool (Debian package
 * prometheus), nothing is checked, and a line on standard error says so. `REQUIRE_PROMTOOL` makes that an error.
 */
export function faultsOfMetrics(text: string): string {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  })
  if (!error) return status === 0 ? '' : stdout + stderr
  if (process.env.REQUIRE_PROMTOOL) throw new Error('promtool is missing: install the Debian package prometheus')
  process.stderr.write('SKIPPED: no promtool here (Debian package prometheus); the metrics are not checked with it\n')
  return ''
}
