// Parts that stand on React Aria come through here, so that the entry never carries them.
export {};
