import {
  DeviceDesktopIcon,
  GlobeIcon,
  MoonIcon,
  PlusIcon,
  SignOutIcon,
  SunIcon,
} from '@primer/octicons-react'
import { useLocation } from 'wouter'
import { isAdmin } from '../../../server/domain/accounts/roles'
import { chooseLanguage, LANGUAGE_CHOICES, useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { chooseTheme, THEMES, useTheme } from '../../app/theme'
import { useSignOut } from '../use-sign-out'
import { type Entry, isMatch } from './entry'

const THEME_ICONS = { light: SunIcon, dark: MoonIcon, auto: DeviceDesktopIcon } as const

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
  return orders.filter(({ id, label }) => isMatch(typed, label, id))
}
