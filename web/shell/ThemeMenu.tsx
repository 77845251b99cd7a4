import { DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react'
import { ActionList, ActionMenu, IconButton } from '@primer/react'
import { useText } from '../language'
import { chooseTheme, THEMES, useTheme } from '../theme'

const ICONS = { light: SunIcon, dark: MoonIcon, auto: DeviceDesktopIcon } as const

export function ThemeMenu() {
  const { text } = useText()
  const theme = useTheme()
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <IconButton icon={ICONS[theme]} variant="invisible" aria-label={text('theme.title')} />
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="auto">
        <ActionList selectionVariant="single">
          {THEMES.map((name) => {
            const IconOf = ICONS[name]
            return (
              <ActionList.Item
                key={name}
                selected={name === theme}
                onSelect={() => chooseTheme(name)}
              >
                <ActionList.LeadingVisual>
                  <IconOf />
                </ActionList.LeadingVisual>
                {text(`theme.${name}`)}
              </ActionList.Item>
            )
          })}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}
