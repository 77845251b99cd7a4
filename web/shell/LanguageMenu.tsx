import { GlobeIcon } from '@primer/octicons-react'
import { ActionList, ActionMenu, IconButton } from '@primer/react'
import { chooseLanguage, LANGUAGE_CHOICES, useText } from '../language'

export function LanguageMenu() {
  const { language, text } = useText()
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <IconButton icon={GlobeIcon} variant="invisible" aria-label={text('language.title')} />
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="auto">
        <ActionList selectionVariant="single">
          {LANGUAGE_CHOICES.map(({ language: name, title }) => (
            <ActionList.Item
              key={name}
              lang={name}
              selected={name === language}
              onSelect={() => void chooseLanguage(name)}
            >
              {title}
            </ActionList.Item>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  )
}
