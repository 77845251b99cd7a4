/** What each provider of videos is asked for, and how it is known that it was asked well. */
import { expect } from 'bun:test'
import type { RecordedRequest } from '../../support/upstream'
import type { Shape } from './job-vendor'

export interface Row extends Pick<Shape, 'submits' | 'also'> {
  /** Channel type. */
  readonly type: number
  readonly key: string
  readonly model: string
  /** Beside model and prompt. */
  readonly asked?: object
  readonly path: string
  readonly sent: object
  /** Headers of the submission. */
  readonly headers: Readonly<Record<string, string | RegExp>>
  readonly question: string
  readonly idIn?: (request: RecordedRequest) => string
  readonly seconds: number
  readonly tier?: string
  readonly file?: RegExp
  readonly cancels?: string
  /** What it says of a film that it will not make. */
  readonly reason: string
}

const PICTURE = `data:image/png;base64,${Buffer.from('a picture of a cat').toString('base64')}`
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const field = (name: string) => (request: RecordedRequest) =>
  String(Object(request.json)[name]).split('/').at(-1) ?? ''

export const ROWS: Readonly<Record<string, Row>> = {
  ark: {
    type: 54,
    key: 'ark-key',
    model: 'doubao-seedance-1-0-pro-250528',
    asked: {
      image: PICTURE,
      seconds: 5,
      resolution: '1080p',
      aspect_ratio: '16:9',
      watermark: false,
    },
    submits: /\/tasks$/,
    path: '/api/v3/contents/generations/tasks',
    sent: {
      content: [
        { type: 'text', text: 'a cat' },
        { type: 'image_url', image_url: { url: PICTURE }, role: 'first_frame' },
      ],
      resolution: '1080p',
      ratio: '16:9',
      duration: 5,
      watermark: false,
    },
    headers: bearer('ark-key'),
    question: '/api/v3/contents/generations/tasks/{id}',
    seconds: 5,
    tier: '1080p',
    cancels: 'DELETE /api/v3/contents/generations/tasks/{id}',
    reason: 'may contain sensitive information',
  },
  hailuo: {
    type: 35,
    key: 'minimax-key',
    model: 'MiniMax-Hailuo-02',
    asked: { seconds: '10', resolution: '768p' },
    submits: /\/video_generation$/,
    path: '/v1/video_generation',
    sent: { model: 'MiniMax-Hailuo-02', prompt: 'a cat', duration: 10, resolution: '768P' },
    headers: bearer('minimax-key'),
    question: '/v1/query/video_generation?task_id={id}',
    idIn: ({ path }) => path.split('task_id=')[1] ?? '',
    also: ({ path }, vendor) =>
      path === '/v1/files/retrieve?file_id=205258526306433' ? vendor.told('file', '') : undefined,
    seconds: 10,
    tier: '768p',
    reason: 'failed the content check',
  },
  jimeng: {
    type: 51,
    key: 'AKLT|secret',
    model: 'jimeng_v30',
    asked: { images: [PICTURE], seconds: 10 },
    submits: /SubmitTask/,
    path: '/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31',
    sent: {
      req_key: 'jimeng_i2v_first_v30',
      prompt: 'a cat',
      frames: 241,
      binary_data_base64: [PICTURE.split(',')[1]],
    },
    headers: {
      authorization: /^HMAC-SHA256 Credential=AKLT\/\d{8}\/cn-north-1\/cv\/request, Signed/,
    },
    question: '/?Action=CVSync2AsyncGetResult&Version=2022-08-31',
    idIn: field('task_id'),
    seconds: 10,
    reason: 'Output Video Risk Not Pass',
  },
  kling: {
    type: 50,
    key: 'access|secret',
    model: 'kling-v2-1-master',
    asked: { image: PICTURE, mode: 'pro', duration: '10', cfg_scale: 0.5 },
    submits: /\/image2video$/,
    path: '/v1/videos/image2video',
    sent: {
      model_name: 'kling-v2-1-master',
      mode: 'pro',
      duration: '10',
      image: PICTURE.split(',')[1],
      cfg_scale: 0.5,
      callback_url: expect.stringMatching(/^https:\/\/gw\.example\/v1\/jobs\/hook\/[a-z0-9]{40}$/),
    },
    headers: { authorization: /^Bearer eyJ/ },
    question: '/v1/videos/image2video/{id}',
    // What was made is longer than it was to be, by the provider's own word.
    seconds: 6,
    tier: 'pro',
    reason: 'violates the policy',
  },
  luma: {
    type: 20_062,
    key: 'luma-key',
    model: 'ray-2',
    asked: { seconds: 9, resolution: '720p', first_frame_image: 'https://example.com/cat.png' },
    submits: /\/generations$/,
    path: '/dream-machine/v1/generations',
    sent: {
      model: 'ray-2',
      duration: '9s',
      resolution: '720p',
      keyframes: { frame0: { type: 'image', url: 'https://example.com/cat.png' } },
    },
    headers: bearer('luma-key'),
    question: '/dream-machine/v1/generations/{id}',
    seconds: 9,
    tier: '720p',
    reason: 'the prompt was not allowed',
  },
  replicate: {
    type: 56,
    key: 'r8_1',
    model: 'wan-video/wan-2.2-t2v-fast',
    asked: { seconds: 5, resolution: '480p', frames_per_second: 16 },
    submits: /\/predictions$/,
    path: '/v1/models/wan-video/wan-2.2-t2v-fast/predictions',
    sent: {
      input: { prompt: 'a cat', duration: 5, resolution: '480p', frames_per_second: 16 },
      webhook: expect.stringMatching(/^https:\/\/gw\.example\/v1\/jobs\/hook\//),
      webhook_events_filter: ['completed'],
    },
    headers: { ...bearer('r8_1'), prefer: 'respond-async', 'cancel-after': '3h' },
    question: '/v1/predictions/{id}',
    idIn: ({ path }) => path.split('/')[3] ?? '',
    seconds: 5,
    tier: '480p',
    cancels: 'POST /v1/predictions/{id}/cancel',
    reason: 'flagged as sensitive',
  },
  runway: {
    type: 20_061,
    key: 'key_1',
    model: 'gen4_turbo',
    asked: { image: PICTURE, size: '720x1280', seconds: 10 },
    submits: /\/image_to_video$/,
    path: '/v1/image_to_video',
    sent: {
      model: 'gen4_turbo',
      promptText: 'a cat',
      promptImage: [{ uri: PICTURE, position: 'first' }],
      ratio: '720:1280',
      duration: 10,
    },
    headers: { ...bearer('key_1'), 'x-runway-version': '2024-11-06' },
    question: '/v1/tasks/{id}',
    seconds: 10,
    tier: '720x1280',
    cancels: 'DELETE /v1/tasks/{id}',
    reason: 'the content was moderated',
  },
  'veo-gemini': {
    type: 24,
    key: 'google-key',
    model: 'veo-3.0-generate-001',
    asked: { image: PICTURE, seconds: 8, size: '1280x720', generate_audio: true },
    submits: /:predictLongRunning$/,
    path: '/v1beta/models/veo-3.0-generate-001:predictLongRunning',
    sent: {
      instances: [
        {
          prompt: 'a cat',
          image: { bytesBase64Encoded: PICTURE.split(',')[1], mimeType: 'image/png' },
        },
      ],
      parameters: { aspectRatio: '16:9', durationSeconds: 8, generateAudio: true },
    },
    headers: { 'x-goog-api-key': 'google-key' },
    question: '/v1beta/models/veo-3.0-generate-001/operations/{id}',
    file: /:download/,
    seconds: 8,
    tier: '1280x720',
    reason: 'an issue with the audio',
  },
  'veo-vertex': {
    type: 41,
    key: 'express-key',
    model: 'veo-3.0-fast-generate-001',
    asked: { seconds: 4, resolution: '1080p' },
    submits: /:predictLongRunning$/,
    path: '/v1beta1/publishers/google/models/veo-3.0-fast-generate-001:predictLongRunning',
    sent: { parameters: { durationSeconds: 4, resolution: '1080p' } },
    headers: { 'x-goog-api-key': 'express-key' },
    question: '/v1beta1/publishers/google/models/veo-3.0-fast-generate-001:fetchPredictOperation',
    idIn: field('operationName'),
    seconds: 4,
    tier: '1080p',
    reason: 'could not be submitted',
  },
  vidu: {
    type: 52,
    key: 'vda_1',
    model: 'viduq2',
    asked: { images: [PICTURE], last_frame: PICTURE, duration: 4, movement_amplitude: 'small' },
    submits: /2video$/,
    path: '/ent/v2/start-end2video',
    sent: { model: 'viduq2', images: [PICTURE, PICTURE], duration: 4, movement_amplitude: 'small' },
    headers: { authorization: 'Token vda_1' },
    question: '/ent/v2/tasks/{id}/creations',
    idIn: ({ path }) => path.split('/').at(-2) ?? '',
    seconds: 4,
    tier: '720p',
    cancels: 'POST /ent/v2/tasks/{id}/cancel',
    reason: 'AuditSubmitIllegal',
  },
  wan: {
    type: 17,
    key: 'sk-dashscope',
    model: 'wan2.5-t2v-preview',
    asked: { seconds: 10, size: '1280x720', negative_prompt: 'dogs', prompt_extend: true },
    submits: /video-synthesis$/,
    path: '/api/v1/services/aigc/video-generation/video-synthesis',
    sent: {
      model: 'wan2.5-t2v-preview',
      input: { prompt: 'a cat', negative_prompt: 'dogs' },
      parameters: { size: '1280*720', duration: 10, prompt_extend: true },
    },
    headers: { ...bearer('sk-dashscope'), 'x-dashscope-async': 'enable' },
    question: '/api/v1/tasks/{id}',
    idIn: ({ path }) => path.split('/')[4] ?? '',
    // The provider tells five, whatever was asked for.
    seconds: 5,
    tier: '1280x720',
    cancels: 'POST /api/v1/tasks/{id}/cancel',
    reason: 'may contain inappropriate content',
  },
}
