import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/**
 * What `promtool test rules` says about a file of tests; '' when all pass. Without promtool nothing is checked, as below.
 */
export function faultsOfRules(file: string): string {
  return faultsOf(['test', 'rules', basename(file)], { cwd: dirname(file) })
}

/**
 * What `promtool check metrics` says about a text of metrics; '' when nothing. Where there is no promtool (Debian package
 * prometheus), nothing is checked, and a line on standard error says so. `REQUIRE_PROMTOOL` makes that an error.
 */
export function faultsOfMetrics(text: string): string {
  return faultsOf(['check', 'metrics'], { input: text })
}

/** What `promtool check config` says about the syntax of a configuration of Prometheus; '' when nothing. */
export function faultsOfPrometheus(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nameyard-prometheus-'))
  writeFileSync(join(folder, 'prometheus.yml'), text)
  return faultsOf(['check', 'config', '--syntax-only', join(folder, 'prometheus.yml')], {})
}

function faultsOf(words: readonly string[], options: { readonly cwd?: string; readonly input?: string }): string {
  const { error, status, stdout, stderr } = spawnSync('promtool', words, { ...options, encoding: 'utf8' })
  if (!error) return status === 0 ? '' : stdout + stderr
  if (process.env.REQUIRE_PROMTOOL) throw new Error('promtool is missing: install the Debian package prometheus')
  process.stderr.write('SKIPPED: no promtool here (Debian package prometheus); the metrics are not checked with it\n')
  return ''
}
