import { type PointerEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useText } from '../../app/language'
import './mask.css'

interface MaskCanvasProps {
  readonly ref: Ref<HTMLCanvasElement>
  readonly url: string
  readonly label: string
}

/** Of the picture's width. */
const BRUSH = 0.08

/** Where a picture is to be drawn anew: white on black, of the picture's own size. */
export function MaskCanvas({ ref, url, label }: MaskCanvasProps) {
  const { text } = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, measure] = useState({ width: 0, height: 0 })
  useImperativeHandle<HTMLCanvasElement | null, HTMLCanvasElement | null>(ref, () => canvas.current)
  const paint = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons === 0) return
    const context = currentTarget.getContext('2d')
    const box = currentTarget.getBoundingClientRect()
    if (context === null || box.width === 0) return
    const scale = currentTarget.width / box.width
    context.fillStyle = '#fff'
    context.beginPath()
    const x = (clientX - box.left) * scale
    const y = (clientY - box.top) * scale
    context.arc(x, y, currentTarget.width * BRUSH, 0, 2 * Math.PI)
    context.fill()
  }
  return (
    <fieldset className="mask">
      <legend>{label}</legend>
      <p className="muted">{text('drawing.mask_hint')}</p>
      <div className="mask-picture">
        <img
          src={url}
          alt=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            measure({ width, height })
            const context = canvas.current?.getContext('2d')
            requestAnimationFrame(() => {
              if (!context) return
              context.fillStyle = '#000'
              context.fillRect(0, 0, width, height)
            })
          }}
        />
        <canvas
          ref={canvas}
          width={size.width}
          height={size.height}
          aria-label={label}
          onPointerDown={paint}
          onPointerMove={paint}
        />
      </div>
    </fieldset>
  )
}
