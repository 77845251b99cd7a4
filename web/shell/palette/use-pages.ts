import { BrowserIcon } from '@primer/octicons-react'
import { useLocation } from 'wouter'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { isOffered, ROUTES } from '../../routes'
import { type Entry, isMatch } from './entry'

/** Ways in and out are no places to go to while one is in. */
const DOORS: ReadonlySet<string> = new Set(['nav.login', 'nav.register', 'nav.reset'])

/** Pages that this viewer may open and this site has switched on. */
export function usePages(typed: string): readonly Entry[] {
  const { text } = useText()
  const [, navigate] = useLocation()
  const site = useSite()
  const viewer = useViewer()
  return ROUTES.filter((row) => {
    const { paths, title } = row
    const isPlace = !paths[0].includes(':') && (viewer === undefined || !DOORS.has(title))
    return isOffered(row, viewer?.role, site) && isPlace && isMatch(typed, text(title), paths[0])
  }).map(({ paths: [path], title, menu }) => ({
    id: `page ${path}`,
    label: text(title),
    note: path,
    icon: menu?.icon ?? BrowserIcon,
    run: () => navigate(path),
  }))
}
