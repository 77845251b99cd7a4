import {
  DeviceDesktopIcon,
  GearIcon,
  GlobeIcon,
  ListUnorderedIcon,
  MoonIcon,
  PlusIcon,
  SignOutIcon,
  SunIcon,
} from '@primer/octicons-react'
import { useLocation } from 'wouter'
import { isAdmin, ROLE } from '../../../server/domain/accounts/roles'
import { chooseLanguage, LANGUAGE_CHOICES, useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { chooseTheme, THEMES, useTheme } from '../../app/theme'
import { useSignOut } from '../../components/sign-in/use-sign-out'
import { logLink } from '../../components/text/log-link'
import { type Entry, isMatch } from './entry'

const THEME_ICONS = { light: SunIcon, dark: MoonIcon, auto: DeviceDesktopIcon } as const

const DAY = 86_400

/** What can be ordered from anywhere. */
export function useOrders(typed: string): readonly Entry[] {
  const { text, language } = useText()
  const [, navigate] = useLocation()
  const theme = useTheme()
  const viewer = useViewer()
  const signOut = useSignOut()
  const lead = (id: string, label: string, path: string): Entry => ({
    id,
    label,
    icon: PlusIcon,
    run: () => navigate(path),
  })
  const orders: readonly Entry[] = [
    ...(viewer === undefined ? [] : [lead('new token', text('token.add'), '/token/add')]),
    ...(isAdmin(viewer?.role ?? 0)
      ? [
          lead('new channel', text('channel.add'), '/channel/add'),
          lead('new user', text('user.add'), '/user/edit'),
        ]
      : []),
    ...THEMES.filter((name) => name !== theme).map((name) => ({
      id: `theme ${name}`,
      label: `${text('theme.title')}: ${text(`theme.${name}`)}`,
      icon: THEME_ICONS[name],
      run: () => chooseTheme(name),
    })),
    ...LANGUAGE_CHOICES.filter(({ language: name }) => name !== language).map(
      ({ language: name, title }) => ({
        id: `language ${name}`,
        label: `${text('language.title')}: ${title}`,
        icon: GlobeIcon,
        run: () => void chooseLanguage(name),
      }),
    ),
    ...(viewer === undefined
      ? []
      : [
          {
            id: 'sign out',
            label: text('nav.sign_out'),
            icon: SignOutIcon,
            run: () => void signOut(),
          },
        ]),
  ]
  return [...useRequest(typed), ...orders.filter(({ id, label }) => isMatch(typed, label, id))]
}

/** UTC second, counter, random: as the header of every answer has it. */
const REQUEST_ID = /^(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\w{9,}$/

function useRequest(typed: string): readonly Entry[] {
  const { text } = useText()
  const [, navigate] = useLocation()
  const viewer = useViewer()
  const [id, ...parts] = REQUEST_ID.exec(typed.trim()) ?? []
  if (id === undefined || viewer === undefined) return []
  const [year = 0, month = 0, ...time] = parts.map(Number)
  const at = Date.UTC(year, month - 1, ...time) / 1000
  // A call is logged when it has ended.
  const path = logLink({ request_id: id, from: at - 60, to: at + DAY })
  const label = text('palette.request', { id })
  return [{ id: 'request', label, icon: ListUnorderedIcon, run: () => navigate(path) }]
}

/** The settings' own search; it takes any words, so that it comes last. */
export function useSettingSearch(typed: string): readonly Entry[] {
  const { text } = useText()
  const [, navigate] = useLocation()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  const words = typed.trim()
  if (words === '' || !isRoot) return []
  const path = `/setting?${new URLSearchParams({ tab: 'operation', find: words })}`
  const label = text('palette.settings', { text: words })
  return [{ id: `settings ${words}`, label, icon: GearIcon, run: () => navigate(path) }]
}
