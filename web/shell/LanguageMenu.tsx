import { GlobeIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { chooseLanguage, LANGUAGE_CHOICES, useText } from '../app/language'
import { Menu } from '../components/overlay/Menu'

export function LanguageMenu() {
  const { language, text } = useText()
  return (
    <Menu
      anchor={
        <IconButton icon={GlobeIcon} variant="invisible" aria-label={text('language.title')} />
      }
      chooses="single"
      sections={[
        LANGUAGE_CHOICES.map(({ language: name, title }) => ({
          label: title,
          lang: name,
          isChosen: name === language,
          onSelect: () => void chooseLanguage(name),
        })),
      ]}
    />
  )
}
