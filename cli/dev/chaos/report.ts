/** What a rehearsal found, for people and for programs. */
import type { RoundReport, ScenarioReport } from './rehearse'
import { COUNTS, type CountName, Tally } from './tally'

const COLUMNS = ['requests', 'complete', 'charged_once', 'kills', 'attempts', 'cut'] as const
const NAMES = Object.keys(COUNTS) as CountName[]

export function progressText({ scenario, seed, tally, tookMs, kept }: RoundReport): string {
  const counts = NAMES.flatMap((name) =>
    tally.counts[name] === undefined ? [] : [`${name} ${tally.counts[name]}`],
  )
  const verdict = tally.violations.length === 0 ? 'ok' : `${tally.violations.length} VIOLATED`
  const folder = kept === undefined ? '' : `; kept ${kept}`
  const seconds = (tookMs / 1000).toFixed(1)
  return `${scenario} (seed ${seed}, ${seconds} s): ${verdict}; ${counts.join(', ')}${folder}`
}

export function failureText({ scenario, size, seed, tally, kept }: RoundReport): string {
  const lines = tally.violations.map(({ invariant, seen, calls }) => {
    const ids = calls.length === 0 ? '' : `\n    calls: ${calls.join(' ')}`
    return `  violated: ${invariant}\n    ${seen}${ids}`
  })
  const form = size === 'short' ? ' --short' : ''
  const again = `npm run chaos -- --only ${scenario}${form} --rounds 1 --seed ${seed} --keep`
  const folder = kept === undefined ? '' : `\n  kept: ${kept}`
  return `${scenario} failed; repeat with: ${again}${folder}\n${lines.join('\n')}`
}

/** Markdown, so that a run can be pasted as it is. */
export function tableText(reports: readonly ScenarioReport[]): string {
  const titles = ['scenario', 'rounds', ...COLUMNS, 'holds_left', 'recovery ms', 'violations']
  const rows = reports.map(({ scenario, rounds, tally }) => [
    scenario,
    String(rounds),
    ...COLUMNS.map((name) => number(tally.counts[name])),
    number(tally.counts.holds_left),
    recovery(tally),
    String(tally.violations.length),
  ])
  return [titles.map((title) => title.replaceAll('_', ' ')), titles.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

export function summaryText(reports: readonly ScenarioReport[]): string {
  const total = totalOf(reports)
  const rounds = reports.reduce((sum, report) => sum + report.rounds, 0)
  const counts = NAMES.map((name) => `${COUNTS[name]} ${number(total.counts[name] ?? 0)}`)
  const violations = `${total.violations.length} invariants violated`
  return `\n${[`rounds ${rounds}`, ...counts, violations].join('; ')}`
}

export function asJson(reports: readonly ScenarioReport[], seed: number) {
  return {
    seed,
    total: totalOf(reports).counts,
    scenarios: reports.map(({ scenario, rounds, tally, failures }) => ({
      scenario,
      rounds,
      counts: tally.counts,
      recovery_ms: { median: Math.round(median(tally.recoveryMs)), worst: worst(tally) },
      failures: failures.map((failure) => ({
        seed: failure.seed,
        kept: failure.kept ?? null,
        violations: failure.tally.violations,
      })),
    })),
  }
}

function totalOf(reports: readonly ScenarioReport[]): Tally {
  const total = new Tally()
  for (const { tally } of reports) total.join(tally)
  return total
}

function recovery(tally: Tally): string {
  if (tally.recoveryMs.length === 0) return '–'
  return `${Math.round(median(tally.recoveryMs))} (worst ${worst(tally)})`
}

function worst(tally: Tally): number {
  return Math.round(Math.max(0, ...tally.recoveryMs))
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  if (sorted.length % 2 === 1) return upper
  return (upper + (sorted[sorted.length / 2 - 1] ?? 0)) / 2
}

function number(value: number | undefined): string {
  return value === undefined ? '–' : value.toLocaleString('en-US')
}
