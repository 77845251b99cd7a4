/** Rules about what a line may say. */
import { EVERYWHERE, forbid, type Offence, PRODUCTION, type Rule, sourcesIn, TESTS } from './rule'
import { lineAt } from './tree'

/** Dev scripts print for a person and measure real time. */
const DEV = 'cli/dev/'

/** The only places that talk HTTP by themselves; each for its own kind of peer. */
const FETCH_CLIENTS = [
  'cli/gateway/relay-client.ts',
  'cli/rehearsal/client.ts',
  'cli/tui/top/scrape.ts',
  'cli/admin/http.ts',
  'server/services/login/http-client.ts',
  'db/clickhouse/connection.ts',
  'server/http/relay/forward.ts',
  'web/api/client.ts',
  'web/api/manual.ts',
  'web/app/texts.ts',
  DEV,
]

const MAX_COLUMNS = 100

const longLines: Rule = {
  name: 'no line is longer than 100 columns',
  check: (tree) =>
    // A sentence of a dictionary stays in one piece, so that it can be searched for.
    sourcesIn(tree, EVERYWHERE, ['server/domain/i18n/']).flatMap((source) =>
      source.lines.flatMap((line, index): Offence[] =>
        // A URL cannot be broken.
        line.length > MAX_COLUMNS && !line.includes('://')
          ? [{ path: source.path, line: index + 1, reason: `${line.length} columns` }]
          : [],
      ),
    ),
}

const SQL_WORDS =
  /\b(?:select\s[^;]{1,200}?\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/gi
const SQL_CALLS = /\bsql(?:<[^>]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/g

const sqlText: Rule = {
  name: 'SQL is written in db/ only',
  check: (tree) =>
    sourcesIn(tree, PRODUCTION, ['db/']).flatMap((source) => {
      const inStrings = source.strings.matchAll(SQL_WORDS)
      const inCode = source.code.matchAll(SQL_CALLS)
      return [...inStrings, ...inCode].map(({ index }) => ({
        path: source.path,
        line: lineAt(source.text, index),
        reason: 'a query outside db/',
      }))
    }),
}

export const TEXT_RULES: readonly Rule[] = [
  longLines,
  sqlText,
  forbid({
    name: 'no value is cast to any or through unknown',
    in: EVERYWHERE,
    view: 'code',
    pattern: /\bas\s+(?:any|unknown\s+as)\b/g,
    reason: 'parse at the edge, trust inside',
  }),
  forbid({
    name: 'no type error is silenced',
    in: EVERYWHERE,
    view: 'comments',
    pattern: /@ts-(?:ignore|expect-error|nocheck)/g,
    reason: 'mend the type',
  }),
  forbid({
    name: 'a lint rule is only switched off with a reason',
    in: EVERYWHERE,
    view: 'comments',
    pattern: /biome-ignore(?:-all|-start)?\b(?![^\n]*?\w:\s*(?!<explanation>)\S{2,}\s+\S+)/g,
    reason: 'say why after the colon',
  }),
  forbid({
    name: 'only the output module writes to the console',
    in: PRODUCTION,
    except: ['cli/output/output.ts', 'web/app/failure-log.ts', DEV],
    view: 'code',
    pattern: /(?<![\w$.])console\s*\./g,
    reason: 'use cli/output/output.ts or server/log.ts',
  }),
  forbid({
    name: 'only the main module ends the process',
    in: PRODUCTION,
    except: ['cli/main.ts', DEV],
    view: 'code',
    pattern: /\bprocess\.(?:exit|abort)\(/g,
    reason: 'throw, or return an exit code',
  }),
  forbid({
    name: 'a TODO names its issue',
    in: EVERYWHERE,
    view: 'comments',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b(?!\s*\(?#\d+)/g,
    reason: 'write TODO #123',
  }),
  forbid({
    name: 'time is read through the clock',
    in: PRODUCTION,
    except: ['server/clock.ts', DEV],
    view: 'code',
    pattern: /\bDate\.now\b|\bnew\s+Date\(\s*\)|(?<![\w.]|new\s)Date\(\)/g,
    reason: 'ask the injected clock',
  }),
  forbid({
    name: 'chance comes from the random port',
    in: PRODUCTION,
    except: ['server/random.ts', DEV],
    view: 'code',
    pattern: /\bMath\.random\b/g,
    reason: 'ask the injected random',
  }),
  forbid({
    name: 'only the named clients call fetch',
    in: PRODUCTION,
    except: FETCH_CLIENTS,
    view: 'code',
    pattern: /(?<![.\w$])fetch\(|\b(?:globalThis|Bun|window|self)\.fetch\b/g,
    reason: 'providers are called through server/relay/net/upstream.ts',
  }),
  forbid({
    name: 'protocols and operations are told apart by their rows, not by their names',
    in: ['server/http/', 'server/relay/'],
    except: [
      'server/relay/formats/protocols/',
      'server/relay/formats/dialects/',
      'server/relay/formats/operations/',
    ],
    view: 'code',
    // Addresses have a protocol of another kind.
    pattern: /(?<!url\.)\b(?:protocol|operation)\s*[!=]==\s*'/g,
    reason: 'write a field of the row instead',
  }),
  forbid({
    name: 'no comment is a banner',
    in: EVERYWHERE,
    view: 'comments',
    pattern: /(?:\/\/|\*)\s*[-=*#~]{4,}/g,
    reason: 'split the file instead',
  }),
  forbid({
    name: 'no test is skipped, alone or still to be written',
    in: TESTS,
    view: 'code',
    pattern:
      /\b(?:test|describe|it)\.(?:skip|only|todo|failing)\b|\b(?:xtest|xdescribe|fdescribe)\(/g,
    reason: 'a test runs or is not there',
  }),
  forbid({
    name: 'no test passes whatever happens',
    in: TESTS,
    view: 'code',
    pattern: /\bexpect\(\s*(?:true|false|1|0)\s*\)/g,
    reason: 'expects a constant',
  }),
  forbid({
    name: 'no test sleeps',
    in: TESTS,
    except: ['tests/support/'],
    view: 'code',
    pattern: /\bBun\.sleep(?:Sync)?\(|\bsetTimeout\(/g,
    reason: 'wait for the event, or waitUntil()',
  }),
]
