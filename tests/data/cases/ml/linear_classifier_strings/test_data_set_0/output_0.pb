
2high2mid2mid2mid2mid2mid2low2high2low2mid