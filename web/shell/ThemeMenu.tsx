import { DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useText } from '../app/language'
import { chooseTheme, THEMES, useTheme } from '../app/theme'
import { Menu } from '../components/overlay/Menu'

const ICONS = { light: SunIcon, dark: MoonIcon, auto: DeviceDesktopIcon } as const

export function ThemeMenu() {
  const { text } = useText()
  const theme = useTheme()
  return (
    <Menu
      anchor={
        <IconButton icon={ICONS[theme]} variant="invisible" aria-label={text('theme.title')} />
      }
      chooses="single"
      sections={[
        THEMES.map((name) => ({
          label: text(`theme.${name}`),
          icon: ICONS[name],
          isChosen: name === theme,
          onSelect: () => chooseTheme(name),
        })),
      ]}
    />
  )
}
