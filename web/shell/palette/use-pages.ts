import { BrowserIcon } from '@primer/octicons-react'
import { useLocation } from 'wouter'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { isOffered, ROUTES } from '../../routes'
import { type Entry, isMatch } from './entry'

/** Ways in and out are no places to go to while one is in. */
const DOORS: ReadonlySet<string> = new Set(['nav.login', 'nav.register', 'nav.reset'])

/** What else people call what a page is about. */
const OTHER_WORDS: Readonly<Record<string, TextKey>> = {
  '/explore': 'palette.words_explore',
  '/finance': 'palette.words_finance',
}

/** From the start of a part: "lin" is not "/chat2link". */
function isPath(typed: string, path: string): boolean {
  const part = typed.trim().toLowerCase()
  return part !== '' && (path.startsWith(part) || path.includes(`/${part}`))
}

/** Pages that this viewer may open and this site has switched on. */
export function usePages(typed: string): readonly Entry[] {
  const { text } = useText()
  const [, navigate] = useLocation()
  const site = useSite()
  const viewer = useViewer()
  return ROUTES.filter((row) => {
    const { paths, title } = row
    const isPlace = !paths[0].includes(':') && (viewer === undefined || !DOORS.has(title))
    if (!isOffered(row, viewer?.role, site) || !isPlace) return false
    const others = OTHER_WORDS[paths[0]]
    const words = others === undefined ? '' : text(others)
    return isMatch(typed, text(title), words) || isPath(typed, paths[0])
  }).map(({ paths: [path], title, menu }) => ({
    id: `page ${path}`,
    label: text(title),
    note: path,
    icon: menu?.icon ?? BrowserIcon,
    run: () => navigate(path),
  }))
}
