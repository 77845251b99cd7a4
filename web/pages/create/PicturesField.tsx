import { ImageIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../app/language'
import { ChosenPictures } from '../../components/pictures/ChosenPictures'
import { PictureFile } from '../../components/pictures/PictureFile'
import type { Pictures } from '../../components/pictures/use-pictures'

interface PicturesFieldProps {
  readonly label: string
  readonly caption: string
  readonly pictures: Pictures
}

/** Pictures that go with a request: chosen, or dropped here. */
export function PicturesField({ label, caption, pictures }: PicturesFieldProps) {
  const { text } = useText()
  return (
    <fieldset className="create-pictures" data-over={pictures.isOver} {...pictures.dropping}>
      <legend>{label}</legend>
      <div className="create-picture-row">
        <ChosenPictures pictures={pictures} />
        <PictureFile label={label} pictures={pictures}>
          {(open) => (
            <Button leadingVisual={ImageIcon} onClick={open}>
              {text('playground.picture_add')}
            </Button>
          )}
        </PictureFile>
      </div>
      <p className="muted">{caption}</p>
    </fieldset>
  )
}
