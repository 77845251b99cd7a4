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
      { 'server/relay/a.ts': "import './b'", 'server/relay/b.ts': "import './a'" },
    ],
    good: {
      'db/a.ts': "import './b'\nimport './c'",
      'db/b.ts': "import type { C } from './c'",
      'server/relay/a.ts': "import './b'",
      'server/relay/b.ts': "import type { A } from './a'",
      'db/c.ts': '',
    },
  },
}
