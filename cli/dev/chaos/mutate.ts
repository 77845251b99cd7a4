/**
 * `npm run chaos -- --mutants`: breaks a copy of the sources in one way at a time, each of which a
 * scenario must see.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from '../../../tests/chaos/mutants'
import { makeFolder, removeFolder } from './folders'
import { watched } from './program'
import { ENDS } from './rehearse'

const ROOT = join(import.meta.dir, '../../..')
/** What the program and its rehearsal run from. */
const SOURCES = ['cli', 'db', 'server', 'web', 'package.json', 'bunfig.toml', 'tsconfig.json']

/** `stale`: its text no longer occurs once. `broken`: the rehearsal did not come to an end. */
type Verdict = 'caught' | 'survived' | 'stale' | 'broken'

export interface MutantReport {
  readonly mutant: Mutant
  readonly verdict: Verdict
  /** The invariant that was violated, or why there was no verdict. */
  readonly seen: string
  readonly tookMs: number
}

interface MutantRun {
  readonly mutants: readonly Mutant[]
  readonly seed: number
  /** Told after each mutant. */
  readonly progress: (report: MutantReport) => void
}

/** The source with the mutant in it; `undefined` when its text does not occur exactly once. */
export function mutated(
  source: string,
  { text, replacement }: Pick<Mutant, 'text' | 'replacement'>,
): string | undefined {
  const [before, after, ...more] = source.split(text)
  return after === undefined || more.length > 0 ? undefined : `${before}${replacement}${after}`
}

export async function runMutants(run: MutantRun): Promise<MutantReport[]> {
  const folder = makeFolder()
  try {
    for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const reports: MutantReport[] = []
    for (const mutant of run.mutants) {
      const report = await runMutant(folder, mutant, run.seed)
      run.progress(report)
      reports.push(report)
    }
    return reports
  } finally {
    removeFolder(folder)
  }
}

async function runMutant(folder: string, mutant: Mutant, seed: number): Promise<MutantReport> {
  const startedAt = performance.now()
  const path = join(folder, mutant.file)
  const source = readFileSync(path, 'utf8')
  const broken = mutated(source, mutant)
  if (broken === undefined) {
    const seen = `its text does not occur once in ${mutant.file}`
    return { mutant, verdict: 'stale', seen, tookMs: 0 }
  }
  writeFileSync(path, broken)
  try {
    const found = await rehearseCopy(folder, mutant.scenario, seed)
    return { mutant, ...found, tookMs: performance.now() - startedAt }
  } finally {
    writeFileSync(path, source)
  }
}

interface Printed {
  readonly scenarios: readonly {
    readonly failures: readonly { readonly violations: readonly { readonly invariant: string }[] }[]
  }[]
}

/** One short round of one scenario, from the sources of the copy, to its first violation. */
async function rehearseCopy(
  folder: string,
  scenario: string,
  seed: number,
): Promise<Pick<MutantReport, 'verdict' | 'seen'>> {
  const script = join(folder, 'cli/dev/chaos.ts')
  const flags = ['--short', '--rounds', '1', '--bail', '--json', '--only', scenario]
  const child = watched(
    Bun.spawn([process.execPath, script, ...flags, '--seed', String(seed)], {
      cwd: folder,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    }),
    'SIGTERM',
  )
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) === 0) return { verdict: 'survived', seen: 'nothing' }
  try {
    const { scenarios }: Printed = JSON.parse(stdout)
    const violations = scenarios.flatMap(({ failures }) => failures.flatMap((f) => f.violations))
    const seen = violations[0]?.invariant ?? 'nothing'
    return { verdict: seen === ENDS ? 'broken' : 'caught', seen }
  } catch {
    return { verdict: 'broken', seen: stderr.trim().slice(-500) }
  }
}

export function mutantText({ mutant, verdict, seen, tookMs }: MutantReport): string {
  return `${verdict}: ${mutant.name} (${mutant.scenario}, ${(tookMs / 1000).toFixed(1)} s): ${seen}`
}

/** Markdown, so that a run can be pasted as it is. */
export function mutantTable(reports: readonly MutantReport[]): string {
  const rows = reports.map(({ mutant, verdict, seen }) => {
    return `| ${mutant.name} | ${mutant.scenario} | ${verdict} | ${seen.replaceAll('\n', ' ')} |`
  })
  return ['| mutant | scenario | verdict | violated |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  )
}
