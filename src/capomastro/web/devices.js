// Devices that hold a seat, or are a player's: each with its name, when it was last here, and a button to remove it.

import { get, post, put } from './api.js';
import { complain, dialog, h, toast } from './dom.js';
import { dayOf, t } from './i18n.js';
import { openDeviceLink } from './share.js';

/** @param {Protocol.DeviceInfo} device */
const nameOf = (device) => device.label ?? t('devices.unnamed');

/**
 * @param {Protocol.DeviceInfo[]} devices
 * @param {{ rename: (device: string, label: string) => unknown, remove: (device: Protocol.DeviceInfo, name: string) => unknown }} acts
 */
export function deviceList(devices, { rename, remove }) {
  return h(
    'ul',
    { class: 'rows devices' },
    devices.map((device) =>
      h(
        'li',
        { class: 'buttons' },
        h('input', {
          type: 'text',
          maxlength: 40,
          value: nameOf(device),
          'aria-label': t('devices.name of', { name: nameOf(device) }),
          onchange: (event) => event.target.value.trim() && rename(device.device, event.target.value.trim()),
        }),
        h(
          'span',
          { class: 'quiet' },
          device.this ? t('devices.this') : device.seen ? t('devices.seen', { when: dayOf(device.seen) }) : '',
        ),
        !device.this &&
          h(
            'button',
            {
              class: 'button small',
              'aria-label': t('devices.remove of', { name: nameOf(device) }),
              onclick: () => remove(device, nameOf(device)),
            },
            t('devices.remove'),
          ),
      ),
    ),
  );
}

/**
 * The devices that hold one's seat at a table.
 * @param {Base} base @param {number} seat
 */
export async function openDevices(base, seat) {
  let found = null;
  try {
    found = await get(`${base}/devices?seat=${seat}`);
  } catch (problem) {
    complain(problem);
    return;
  }
  dialog(t('devices.title'), t('close'), (body, close) => {
    /** @param {Protocol.Devices} known */
    const draw = (known) =>
      body.replaceChildren(
        h('p', {}, t('devices.note')),
        deviceList(known.devices, {
          rename: async (device, label) => {
            try {
              draw(await put(`${base}/devices`, { seat, device, label }));
            } catch (problem) {
              complain(problem);
            }
          },
          remove: async (device, name) => {
            try {
              draw(await post(`${base}/devices/remove`, { seat, device: device.device }));
              toast(t('devices.removed', { name }));
              body.querySelector('input')?.focus();
            } catch (problem) {
              complain(problem);
            }
          },
        }),
        h(
          'p',
          { class: 'buttons' },
          h(
            'button',
            {
              class: 'button',
              onclick: () => {
                close();
                openDeviceLink(base, seat);
              },
            },
            t('devices.add'),
          ),
        ),
      );
    draw(found);
  });
}
