/** Sources that break the rules about circles, and sources close to them that do not. */
import type { Sample } from './tidy-sample'

export const CIRCLE_SAMPLES: Readonly<Record<string, Sample>> = {
  'no files import each other in a circle, not even types or late': {
    bad: [
      { 'db/a.ts': "import './b'", 'db/b.ts': "import './a'" },
      {
        'db/a.ts': "import './b'",
        'db/b.ts': "export { c } from './c'",
        'db/c.ts': "import './a'",
      },
      { 'db/a.ts': "import './b'", 'db/b.ts': "import type { A } from './a'" },
      { 'db/a.ts': "import './b'", 'db/b.ts': "type A = import('./a').A" },
      { 'server/relay/a.ts': "import './b'", 'server/relay/b.ts': "import type { A } from './a'" },
    ],
    good: {
      'db/a.ts': "import './b'\nimport './c'",
      'db/b.ts': "import type { C } from './c'",
      'db/c.ts': '',
    },
  },
  'no parts of a layered folder import each other in a circle': {
    bad: [
      {
        'cli/main.ts': "import './admin/a'",
        'cli/admin/a.ts': "import './b'",
        'cli/admin/b.ts': "import type { C } from '../context'",
        'cli/context.ts': "import './admin/c'",
        'cli/admin/c.ts': '',
      },
      {
        'server/services/a/one.ts': "import '../b/one'",
        'server/services/b/two.ts': "import('../a/two')",
        'server/services/b/one.ts': '',
        'server/services/a/two.ts': '',
      },
    ],
    good: {
      'server/services/a/one.ts': "import './two'\nimport '../b/one'\nimport '../c'",
      'server/services/a/two.ts': '',
      'server/services/b/one.ts': "import '../c'",
      'server/services/c.ts': "import '../domain/a/x'",
      'server/domain/a/x.ts': "import '../b/x'",
      'server/domain/b/x.ts': "import '../a/y'",
      'server/domain/a/y.ts': '',
    },
  },
  'the figures of the house hold': {
    bad: [
      Object.fromEntries(
        Array.from({ length: 45 }, (_, index) => [`server/services/mail/a${index}.ts`, '']),
      ),
      Object.fromEntries(
        [...'abcdefgh'].map((room, index, rooms) => [
          `server/relay/${room}/x.ts`,
          index + 1 < rooms.length ? `import '../${rooms[index + 1]}/x'` : '',
        ]),
      ),
    ],
    good: Object.fromEntries(
      Array.from({ length: 45 }, (_, index) => [`cli/tui/screens/a${index}.ts`, '']),
    ),
  },
}
